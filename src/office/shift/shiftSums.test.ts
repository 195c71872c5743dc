import { expect, test } from 'vitest';
import { decimalOf } from '#contract/decimal.ts';
import { spansIn } from './shiftAsked.ts';
import { type CountedCall, createShiftSums } from './shiftSums.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.parse('2026-11-30T00:00Z');
let made = 0;

function call(more: Partial<CountedCall> = {}): CountedCall {
  made += 1;
  const usual = { operation: 'RevertOff', isLookUp: false, receivedAt: FROM, end: 'done', packages: 0 } as const;
  return { key: `call-${made}`, isMistake: false, ...usual, ...more };
}

function sumsOf(calls: readonly CountedCall[], starts = [FROM, FROM + HOUR_MS]) {
  const sums = createShiftSums(starts);
  for (const one of calls) sums.add(one);
  return sums.read();
}

const refused = (words: string, more: Partial<CountedCall> = {}): CountedCall =>
  call({ end: 'refused', reason: { words }, ...more });

test('calls are summed up by what became of them, by task and by worker, those with most done first', () => {
  const sums = sumsOf([
    call({ worker: '7' }),
    call({ worker: '8', operation: 'CompleteBag' }),
    call({ worker: '8', operation: 'CompleteBag' }),
    refused('no', { worker: '7' }),
    call({ worker: '7', end: 'open' }),
    call({ worker: '7', end: 'unclassified' }),
    call({ worker: '7', end: 'not-done' }),
    call({ worker: '7', operation: 'GetSelfDetailList', isLookUp: true }),
  ]);
  expect(sums.all).toEqual({ done: 3, refused: 1, open: 1, other: 2, lookUps: 1 });
  expect(
    sums.tasks.map(({ operation, done, refused: not, open, other }) => [operation, done, not, open, other]),
  ).toEqual([
    ['CompleteBag', 2, 0, 0, 0],
    ['RevertOff', 1, 1, 1, 2],
    ['GetSelfDetailList', 1, 0, 0, 0],
  ]);
  expect(sums.workers.map(({ worker, done, lookUps }) => [worker, done, lookUps])).toEqual([
    ['8', 2, 0],
    ['7', 1, 1],
  ]);
  expect(sums.others).toEqual({ unclassified: 1, 'not-done': 1 });
});

test('a call is of the hour in which it came, the first moment of one included', () => {
  const times = [FROM, FROM + HOUR_MS - 1, FROM + HOUR_MS, FROM + 5 * HOUR_MS];
  const sums = sumsOf(times.map((receivedAt) => call({ receivedAt })));
  expect(sums.spans.map(({ done }) => done)).toEqual([2, 2]);
});

test.each([
  ['2026-03-28T23:00Z', '2026-03-29T22:00Z', 23],
  ['2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
])('a day from %s until %s has one call in each of its %i hours where one came in each', (from, until, many) => {
  const time = { from: Date.parse(from), until: Date.parse(until), zone: 'Europe/Berlin' };
  const { starts } = spansIn(time, time.until);
  const calls = Array.from({ length: many }, (_, hour) => call({ receivedAt: time.from + hour * HOUR_MS + 1 }));
  expect(sumsOf(calls.toReversed(), [...starts]).spans.map(({ done }) => done)).toEqual(Array(many).fill(1));
});

test('the last call before midnight and the first after it are of two days', () => {
  const time = { from: Date.parse('2026-11-23T23:00Z'), until: Date.parse('2026-11-30T23:00Z'), zone: 'Europe/Berlin' };
  const { starts } = spansIn(time, time.until);
  const calls = ['2026-11-24T22:59:59.999Z', '2026-11-24T23:00Z'].map((at) => call({ receivedAt: Date.parse(at) }));
  expect(sumsOf(calls, [...starts]).spans.map(({ done }) => done)).toEqual([1, 1, 0, 0, 0, 0, 0]);
});

test('refusals are by reason, the most frequent first, with the newest calls and what was a look-up', () => {
  const says = { en: 'It is not on this shelf' };
  const calls = [
    refused('ERR: … is unknown'),
    refused('ERR: a', { reason: { says, words: 'ERR: a' } }),
    refused('ERR: b', { reason: { says, words: 'ERR: b' }, isLookUp: true }),
    refused('ERR: c', { reason: { says, words: 'ERR: c' } }),
    refused('ERR: d', { reason: { says, words: 'ERR: d' } }),
  ];
  const { reasons } = sumsOf(calls);
  expect(reasons.map(({ reason, many, lookUps }) => [reason.says ?? reason.words, many, lookUps])).toEqual([
    [says, 4, 1],
    ['ERR: … is unknown', 1, 0],
  ]);
  expect(reasons[0]?.newest.map(({ key }) => key)).toEqual(calls.slice(1, 4).map(({ key }) => key));
});

test('of a service that has a new sentence for each call the rest is counted together', () => {
  const sums = sumsOf(Array.from({ length: 700 }, (_, n) => refused(`reason ${n}`)));
  expect([sums.reasons.length, sums.otherReasons]).toEqual([500, 200]);
});

test('doubts are by who settled them, and how', () => {
  const sums = sumsOf([
    call({ doubt: { by: 'desk', says: 'done' } }),
    call({ doubt: { by: 'desk', says: 'done' } }),
    call({ end: 'not-done', doubt: { by: 'handheld', says: 'not-done' } }),
    call({ doubt: { by: 'ledger' } }),
    call({ end: 'open', doubt: { by: 'nobody' } }),
  ]);
  expect(sums.doubts).toEqual([
    { by: 'desk', says: 'done', many: 2 },
    { by: 'handheld', says: 'not-done', many: 1 },
    { by: 'ledger', many: 1 },
    { by: 'nobody', many: 1 },
  ]);
  expect([sums.spans[0]?.doubts, sums.open.many]).toEqual([5, 1]);
});

test('weights are added up digit by digit, and packages with them', () => {
  const weighed = (text: string) => call({ weight: decimalOf(text), packages: 2 });
  const { tasks } = sumsOf([weighed('0.1'), weighed('0.2'), call()]);
  expect(tasks[0]).toMatchObject({ weight: { digits: 3n, scale: 1 }, packages: 4 });
});
