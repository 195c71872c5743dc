import { expect, test } from 'vitest';
import { createTrigger, judgeRepeat } from './useScans.ts';
import type { Scan, ScanSource } from '#scan/scan.ts';

const scan = (text: string, at: number, source: ScanSource = 'wedge'): Scan => ({ text, at, source });

test.each<[string, Scan | undefined, Scan, number | undefined, 'new' | 'repeat']>([
  ['the first scan', undefined, scan('A', 0), undefined, 'new'],
  ['another code', scan('A', 0), scan('B', 10), undefined, 'new'],
  ['the same inside the window', scan('A', 0), scan('A', 399), undefined, 'repeat'],
  ['the same by another way', scan('A', 0), scan('A', 10, 'camera'), undefined, 'repeat'],
  ['the same after the window', scan('A', 0), scan('A', 400), undefined, 'new'],
  ['the same in a longer window', scan('A', 0), scan('A', 2_000), 2_500, 'repeat'],
  ['the same with the guard off', scan('A', 0), scan('A', 0), 0, 'new'],
  ['the same after the clock was set back', scan('A', 60_000), scan('A', 0), undefined, 'new'],
])('%s', (_, before, after, windowMs, verdict) => {
  expect(judgeRepeat(before, after, windowMs)).toBe(verdict);
});

test('after a tap the same code is a pull of its own, however soon it comes', () => {
  const trigger = createTrigger();
  expect([trigger.pull(scan('A', 0)), trigger.pull(scan('A', 100))]).toEqual(['new', 'repeat']);
  trigger.forget();
  expect([trigger.pull(scan('A', 150)), trigger.pull(scan('A', 200))]).toEqual(['new', 'repeat']);
});
