import { createElement } from 'react';
import type { PageFacts } from '#office/pages/page.ts';
import { drawnAround } from './drawnAround.ts';
import { ReadPage, type ReadView } from './ReadPage.tsx';
import { answerPart } from './teachForm.tsx';

/** Makes `ReadPage` as HTML, around the answer's part, which is still a string. */
export function readPage(facts: Pick<PageFacts, 'words' | 'language'>, view: ReadView): string {
  const { site, others = [] } = view;
  return drawnAround((placeOf) =>
    createElement(ReadPage, {
      facts,
      view,
      answerPart: (answer) => placeOf(answerPart(facts.words.setup, site, answer, others)),
    }),
  );
}
