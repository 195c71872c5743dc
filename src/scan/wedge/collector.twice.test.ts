import { expect, test } from 'vitest';
import { type WholeCode, type Channel, judgeArrival, twinOf } from './collector.ts';

const arrival = (text: string, channel: Channel, startedMs: number): WholeCode => ({
  text,
  channel,
  startedMs,
  endedMs: startedMs,
});
const before = arrival('4354210', 'keys', 0);

test.each<[WholeCode, 'new' | 'same' | 'doubled']>([
  [arrival('4354210', 'text', 80), 'same'],
  [arrival('4354210', 'text', 81), 'new'],
  [arrival('4354210', 'keys', 10), 'new'],
  [arrival('43542104354210', 'text', 50), 'same'],
  [arrival('43542104354210', 'text', 300), 'doubled'],
  [arrival('43542104354210', 'text', 1_001), 'new'],
  [arrival('43542104354210', 'keys', 300), 'new'],
  [arrival('4354211', 'text', 10), 'new'],
])('after 4354210 by keys, %j is %s', (after, verdict) => {
  expect(judgeArrival(before, after)).toBe(verdict);
  expect(judgeArrival(undefined, after)).toBe('new');
});

test('of two that waited for one ending the single one is taken', () => {
  const double = arrival('43542104354210', 'text', 5);
  expect(twinOf([double, before])).toBe(before);
  expect(twinOf([before, double])).toBe(before);
  expect(twinOf([before, arrival('4354210', 'text', 5)])).toBe(before);
  expect(twinOf([before, arrival('S-05-A', 'text', 5)])).toBeUndefined();
  expect(twinOf([before])).toBeUndefined();
});
