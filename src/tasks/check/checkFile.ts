import { toCsv } from '#outbox/export/csv.ts';
import { type CheckList, tally, titleOf } from './checkList.ts';
import { stamp } from '#ui/files.ts';

/** How a list stands, as a table for an office: each of its entries by its values, then what was scanned beside it. */
export function checkFile(list: CheckList, at = Date.now()): File {
  const { missing, unexpected, twice } = tally(list);
  const lines = list.entries.map((values) => [missing.includes(values) ? 'missing' : 'there', ...values]);
  const others = [
    ...unexpected.map((code) => ['not on the list', code]),
    ...twice.map((code) => ['scanned again', code]),
  ];
  const text = [[titleOf(list)], ...lines, ...others].map(toCsv).join('');
  return new File([text], `scanline-check-${stamp(at)}.csv`, { type: 'text/csv' });
}
