import { expect, test } from 'vitest';
import { growth } from './growth.ts';

test('the last days of each database are held against its first ones after the ledger began to forget, and a single large day is no growth', () => {
  const sizes = Array.from({ length: 200 }, (_, day) => ({
    day,
    diskMb: day < 40 ? 500 : day === 110 ? 900 : 10 + (day < 120 ? 0 : day - 119),
    heapMb: 20,
    where: day < 120 ? 'SQLite' : 'PostgreSQL',
  }));
  expect(growth(sizes).map(({ ratio }) => Number(ratio.toFixed(2)))).toEqual([1, 1, 1.43, 1]);
  expect(growth(sizes)[2]).toMatchObject({
    what: 'the ledger with PostgreSQL, first and last 15 days from day 160 on',
    seen: '58.0 MB, 83.0 MB',
  });
});
