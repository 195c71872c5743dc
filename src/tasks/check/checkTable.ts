import { type CheckList, foundIn, nameOf, tally, titleOf } from './checkList.ts';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import { stamp } from '#ui/files.ts';

/**
 * Returns a list as a table for an office, in the order of the list: the code, how it stands, what it is in, when it was found, and the
 * other values of its entry; then what was scanned beside the list. @param at - Unix ms, for the file's name
 */
export function checkTable(list: CheckList, at = Date.now()): File {
  const { missing, unexpected, twice } = tally(list);
  const left = new Set(missing);
  const times = new Map(foundIn(list).map((found) => [found.entry, found.at]));
  const title = titleOf(list);
  const entries = list.entries.map((values, index) => {
    const code = nameOf(list, values);
    const place = values.indexOf(code);
    const others = values.filter((_, column) => column !== place);
    return [
      code,
      left.has(values) ? 'missing' : 'there',
      list.holders?.[index] || title,
      momentOf(times.get(values)),
      ...others,
    ];
  });
  const beside = [
    ...unexpected.map((code) => [code, 'unexpected', title, '']),
    ...twice.map((code) => [code, 'scanned again', title, '']),
  ];
  const text = [['code', 'state', 'list', 'scanned at'], ...entries, ...beside].map(toCsv).join('');
  return new File([CSV_MARK, text], `scanline-check-${stamp(at)}.csv`, { type: 'text/csv' });
}

/** Writes a moment as spreadsheets read it, in UTC; empty: it is not known. */
function momentOf(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}
