import { createElement } from 'react';
import { markupOf } from '#office/pages/markup.ts';
import { CodesPage } from './CodesPage.tsx';
import type { EnteredCodes } from './enteredCodes.ts';
import type { SetupWords } from './setupFrame.ts';

/** Makes `CodesPage` as HTML for pages that are still strings. */
export function codesPage(texts: SetupWords, entered: EnteredCodes, notes: readonly string[]): string {
  return markupOf(createElement(CodesPage, { texts, entered, notes }));
}
