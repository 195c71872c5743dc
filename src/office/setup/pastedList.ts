import { Refused } from '#office/pages/page.ts';
import type { Asking } from '#office/people/personPages.ts';
import { type SiteList, UnknownHead, readList, siteLists } from './siteLists.ts';

/** Reads the list of a form. @throws Refused where its first line may be names of columns that are not known */
export function pastedList(list: SiteList, { facts, fields }: Asking) {
  try {
    return readList(list, fields['lines'] ?? '');
  } catch (error) {
    if (!(error instanceof UnknownHead)) throw error;
    const texts = facts.words.setup;
    const names = siteLists[list].columns.map((column) => texts.columns[column]).join(', ');
    throw new Refused(texts.headUnknown({ line: error.cells.join('; '), names }), undefined, { cause: error });
  }
}
