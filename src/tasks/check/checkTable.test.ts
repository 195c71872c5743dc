import { expect, test } from 'vitest';
import { checkTable } from './checkTable.ts';

const rowsOf = async (file: File): Promise<readonly string[]> => (await file.text()).trimEnd().split('\r\n');

test('the table names each code, how it stands and what it is in; then what was scanned beside the list', async () => {
  const list = {
    task: 'batch',
    subject: 'B-1',
    entries: [['P-1', '0.5'], ['P-2'], ['P-3']],
    holders: ['BAG-1', 'BAG-1', ''],
    byOwn: true as const,
    scans: ['P-1', 'P-1', 'X'],
    times: [Date.UTC(2026, 10, 27, 11), Date.UTC(2026, 10, 27, 11, 1), 0],
  };
  const file = checkTable(list, Date.UTC(2026, 10, 27, 12));
  expect(file.name).toMatch(/^scanline-check-2026-11-2\d-\d{4}\.csv$/);
  expect(await rowsOf(file)).toEqual([
    '"code","state","list","scanned at"',
    '"P-1","there","BAG-1","2026-11-27T11:00:00.000Z","0.5"',
    '"P-2","missing","BAG-1",""',
    '"P-3","missing","Batch contents B-1",""',
    '"X","unexpected","Batch contents B-1",""',
    '"P-1","scanned again","Batch contents B-1",""',
  ]);
});

test('where no column is the goods’ own, an entry is named by its code and not by the number before it', async () => {
  const list = { task: '', subject: 'L', entries: [['1', 'D-1001']], scans: [] };
  expect(await rowsOf(checkTable(list))).toEqual([
    '"code","state","list","scanned at"',
    '"D-1001","missing","L","","1"',
  ]);
});
