import { expect, test } from 'vitest';
import { giveReport } from './desk.ts';

const REPORT = { id: 'r1', storage: 's1', text: 'A report' };

test.each([
  [204, 'taken'],
  [410, 'unwanted'],
  [404, 'later'], // a gateway of before, beside the one that told the wish
  [503, 'later'],
] as const)('a report that is answered with %i is %s', async (status, given) => {
  const answer = async (): Promise<Response> => new Response(null, { status });
  expect(await giveReport(answer, REPORT, 1_000)).toBe(given);
});

test('a report that reaches nobody is given later', async () => {
  expect(await giveReport(() => Promise.reject(new TypeError('no network')), REPORT, 1_000)).toBe('later');
});
