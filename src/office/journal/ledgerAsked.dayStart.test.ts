import { expect, test } from 'vitest';
import { dayStart, isZone } from './ledgerAsked.ts';

test.each([
  ['2026-11-21', 'UTC', '2026-11-21T00:00Z'],
  ['2026-11-21', 'Asia/Shanghai', '2026-11-20T16:00Z'],
  ['2026-11-21', 'America/New_York', '2026-11-21T05:00Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00Z'], // the clocks go on at 2 in the morning
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00Z'],
  ['2026-10-04', 'Australia/Sydney', '2026-10-03T14:00Z'], // the clocks went on there before midnight in UTC
  ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30Z'],
])('%s in %s begins at %s', (day, zone, begins) => {
  expect(dayStart(day, zone)).toBe(Date.parse(begins));
});

test('a day ends where the next begins, also where it has 23 hours', () => {
  expect(dayStart('2026-03-29', 'Europe/Berlin', 1)).toBe(Date.parse('2026-03-29T22:00Z'));
});

test('a zone is one that is known', () => {
  expect(['Europe/Berlin', 'UTC', '', 'Nowhere/Town', '<b>'].map(isZone)).toEqual([true, true, false, false, false]);
});
