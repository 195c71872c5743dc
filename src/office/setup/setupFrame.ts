import { framed } from '#office/pages/Frame.tsx';
import { markupOf } from '#office/pages/markup.ts';
import { type PageFacts, type PageInside, type PagePlace, pathOfPage, escaped } from '#office/pages/page.ts';
import { type PageWords } from '#office/pages/pageWords.ts';

export const SETUP = pathOfPage('setup');

export type SetupWords = PageWords['setup'];

/** A step that is about the site, by the end of its address. */
export type SitePart = keyof SetupWords['pages'];

/** The steps in their order. */
export const siteParts = [
  'read',
  'answers',
  'cards',
  'codes',
  'units',
  'workers',
  'warehouses',
  'fronts',
  'file',
] as const satisfies SitePart[];

export function pathOfPart(part: SitePart): string {
  return `${SETUP}/${part}`;
}

/** Returns a step's place, framed with links to all steps and to the next. @param path - of a form that has its own. */
export function stepAt(part: SitePart, path = pathOfPart(part)): PagePlace {
  const next = siteParts[siteParts.indexOf(part) + 1];
  const frame = (facts: PageFacts, inside: PageInside): string => {
    const { isKept, unwritten } = facts;
    const texts = facts.words.setup;
    const above = [
      `<p><a href="${SETUP}">‹ ${texts.all}</a></p>`,
      isKept ? `<p class="note said-saved" role="status">${texts.kept}</p>` : '',
      unwritten === undefined ? '' : `<p>${texts.byHand}</p><pre>${escaped(unwritten)}</pre>`,
    ];
    const onward = next
      ? `<p><a class="button" href="${pathOfPart(next)}">${texts.next({ step: texts.pages[next] })}</a></p>`
      : '';
    const html = typeof inside === 'string' ? inside : markupOf(inside);
    return framed(facts, 'setup', above.join('') + html + onward, texts.pages[part]);
  };
  return { path, name: 'setup', frame };
}
