import type { LaidAside } from '#site/readSite.ts';
import { escaped } from '#office/pages/page.ts';
import type { SetupWords } from './setupFrame.ts';

/**
 * Names the rules of the site's file that are laid aside, each with the reason.
 *
 * @param form - makes the form of one, as HTML. Absent: it is mended in the file, or where such rules are entered.
 * @returns HTML; empty where there is none.
 */
export function asidePart(
  texts: SetupWords,
  aside: readonly LaidAside[],
  form: (rule: LaidAside, texts: SetupWords) => string = () => '',
): string {
  if (aside.length === 0) return '';
  const items = aside.map(
    (one) =>
      `<li><p><code class="verbatim">${escaped(one.place)}</code></p><p class="verbatim" lang="en">${escaped(one.why)}</p>${form(one, texts)}</li>`,
  );
  return `<section class="note said-wrong" data-card="aside" role="alert"><h2>${texts.aside}</h2><p>${texts.asideHint}</p><ul>${items.join('')}</ul></section>`;
}
