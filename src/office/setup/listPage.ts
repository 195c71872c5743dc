import { createElement } from 'react';
import { markupOf } from '#office/pages/markup.ts';
import type { Cells } from './csv.ts';
import { ListPage } from './ListPage.tsx';
import type { SetupWords } from './setupFrame.ts';
import type { SiteList } from './siteLists.ts';

/** Makes `ListPage` as HTML for pages that are still strings. */
export function listPage(texts: SetupWords, list: SiteList, rows: readonly Cells[], pasted?: string): string {
  return markupOf(createElement(ListPage, { texts, list, rows, pasted }));
}
