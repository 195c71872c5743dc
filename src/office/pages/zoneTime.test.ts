import { expect, test } from 'vitest';
import { dayStart, hourStart, instantIn, isZone, localIn, offsetText } from './zoneTime.ts';

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

test.each([
  ['2026-03-29', 23],
  ['2026-03-30', 24],
  ['2026-10-25', 25],
])('%s has %i hours in Berlin, each with a beginning of its own', (day, many) => {
  const zone = 'Europe/Berlin';
  const [from, until] = [dayStart(day, zone), dayStart(day, zone, 1)];
  const quarters = Array.from({ length: (until - from) / 900_000 }, (_, n) => from + n * 900_000);
  const hours = [...new Set(quarters.map((at) => hourStart(at, zone)))];
  expect(hours).toHaveLength(many);
  expect(hours[0]).toBe(from);
});

test('an hour begins where the zone’s clocks say so, also half an hour beside UTC', () => {
  expect(hourStart(Date.parse('2026-11-21T10:10Z'), 'Asia/Kolkata')).toBe(Date.parse('2026-11-21T09:30Z'));
});

test.each([
  ['2026-11-21T06:00', 'Europe/Berlin', '2026-11-21T05:00Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30Z'], // no clock shows it
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30Z'], // each shows it twice
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30Z'],
  ['2026-04-05T02:30', 'Pacific/Auckland', '2026-04-04T13:30Z'], // far ahead of UTC: twice too, and the first counts
  ['2026-04-05T03:00', 'Pacific/Auckland', '2026-04-04T15:00Z'],
  ['2026-09-27T02:30', 'Pacific/Auckland', '2026-09-26T14:30Z'],
])('%s in %s is %s', (local, zone, at) => {
  expect(new Date(instantIn(local, zone))).toEqual(new Date(at));
});

test('a time is written as the zone’s clocks show it, with how far they are ahead', () => {
  const at = Date.parse('2026-10-25T01:30Z');
  expect([localIn(at, 'Europe/Berlin'), offsetText(at, 'Europe/Berlin')]).toEqual(['2026-10-25 02:30:00', '+01:00']);
  expect(offsetText(at, 'America/St_Johns')).toBe('-02:30');
});
