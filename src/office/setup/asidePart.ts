import { createElement } from 'react';
import type { LaidAside } from '#site/readSite.ts';
import { AsidePart } from './AsidePart.tsx';
import { drawnAround } from './drawnAround.ts';
import type { SetupWords } from './setupFrame.ts';

/** Makes `AsidePart` as HTML for a page that is still a string. @param form - makes the form of one, as HTML. */
export function asidePart(
  texts: SetupWords,
  aside: readonly LaidAside[],
  form: (rule: LaidAside, texts: SetupWords) => string = () => '',
): string {
  return drawnAround((placeOf) =>
    createElement(AsidePart, { texts, aside, form: (rule) => placeOf(form(rule, texts)) }),
  );
}
