import { operationNames, operationOf } from '#contract/catalogue.ts';
import { languages } from '#contract/languages.ts';
import type { Page } from '@playwright/test';
import type { Language } from './scene.ts';

/** Latin words that stand in every language: the app's name, keys, symbologies, formats, units. */
const names =
  'Scanline Enter Tab OK GS QR EAN Code Data Matrix ITF UPC JSON CSV ZPL PDF HTTP PIN ID API Wi Fi MB kg lb oz English site json';
/** Names and texts of the stand-in's own: a service and a site speak as they do. */
const data =
  'CN KJY packages bags images lists items details copy Missing parameter Main Airport warehouse Stand-in Ada Moreno Li Wei Dock Forklift north spare';

/** Words of the stand-in for how a bag or a transfer is; in small letters they are words of ours. */
const statuses = new Set(['OPEN', 'COMPLETE', 'CLOSED']);

const allowed = new Set(
  [
    ...`${names} ${data}`.split(' '),
    ...operationNames.flatMap((name) => [name, ...operationOf(name).parameters.map(([parameter]) => parameter)]),
  ].map((word) => word.toLowerCase()),
);

/** Latin words on a screen that is not in a language of Latin letters, a sentence each. */
export async function foreignWords(page: Page, language: Language): Promise<readonly string[]> {
  if (/\p{sc=Latin}/u.test(languages[language])) return [];
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    // What was said stays in the language in which it was said: in English, as the walk is. Codes and answers are data.
    const isData = (element: Element): boolean =>
      element.closest(
        '.history-row, .piece, .band, [role=log], .problem, .code, .verbatim, pre, .facts, .elements, input, textarea, svg, body [translate="no"]', // the page itself is marked too: no browser may put its words in place of React's
      ) !== null;
    for (const element of document.body.querySelectorAll('*')) {
      const label = element.getAttribute('aria-label');
      if (label !== null && element.checkVisibility()) found.push(label);
      if (isData(element) || !element.checkVisibility()) continue;
      for (const node of element.childNodes) if (node.nodeType === 3) found.push(node.textContent ?? '');
    }
    return found;
  });
  return [...new Set(texts)].flatMap((text) => {
    // A code has a figure in it; a word has none.
    const words = text
      .split(/[^\p{L}\p{N}_./#-]+/u)
      .filter((word) => !/\p{N}/u.test(word))
      .flatMap((word) => word.match(/[A-Za-z]{2,}/g) ?? []);
    const strange = words.filter((word) => !statuses.has(word) && !allowed.has(word.toLowerCase()));
    return strange.length === 0 ? [] : [`not translated: “${text.trim().slice(0, 80)}”`];
  });
}
