import { expect, test } from 'vitest';
import { type ShiftPreset, onlyDay, offeredPresets, presetTime, readShiftTime, spansIn } from './shiftAsked.ts';

const BERLIN = { timeZone: 'Europe/Berlin' };
const SHIFTS = { ...BERLIN, shifts: ['06:00', '14:00', '22:00'] };
const at = (text: string): number => Date.parse(text);
const said = ({ from, until }: { readonly from: number; readonly until: number }): readonly string[] =>
  [from, until].map((time) => new Date(time).toISOString().slice(0, 16));

test.each<readonly [ShiftPreset, string, string, string]>([
  ['today', '2026-11-30T10:00Z', '2026-11-29T23:00', '2026-11-30T23:00'],
  ['today', '2026-11-30T22:59Z', '2026-11-29T23:00', '2026-11-30T23:00'], // a minute before midnight there
  ['today', '2026-11-30T23:00Z', '2026-11-30T23:00', '2026-12-01T23:00'],
  ['yesterday', '2026-11-30T10:00Z', '2026-11-28T23:00', '2026-11-29T23:00'],
  ['yesterday', '2026-03-30T10:00Z', '2026-03-28T23:00', '2026-03-29T22:00'], // of 23 hours
  ['yesterday', '2026-10-26T10:00Z', '2026-10-24T22:00', '2026-10-25T23:00'], // of 25
  ['seven-days', '2026-11-30T10:00Z', '2026-11-23T23:00', '2026-11-30T23:00'],
  ['this-shift', '2026-11-30T10:00Z', '2026-11-30T05:00', '2026-11-30T13:00'],
  ['last-shift', '2026-11-30T10:00Z', '2026-11-29T21:00', '2026-11-30T05:00'],
  ['this-shift', '2026-11-30T23:30Z', '2026-11-30T21:00', '2026-12-01T05:00'], // over midnight
  ['last-shift', '2026-11-30T00:30Z', '2026-11-29T13:00', '2026-11-29T21:00'],
  ['last-shift', '2026-03-29T08:00Z', '2026-03-28T21:00', '2026-03-29T04:00'], // a night of seven hours
  ['eight-hours', '2026-11-30T10:00:30Z', '2026-11-30T02:00', '2026-11-30T10:01'],
])('%s at %s is from %s until %s', (preset, now, from, until) => {
  expect(said(presetTime(preset, SHIFTS, at(now)))).toEqual([from, until]);
});

test('shifts are offered where the site says when they begin, else the last eight hours', () => {
  expect(offeredPresets(SHIFTS)).toEqual(['today', 'this-shift', 'last-shift', 'yesterday', 'seven-days']);
  expect(offeredPresets(BERLIN)).toEqual(['today', 'eight-hours', 'yesterday', 'seven-days']);
});

test('a zone that is none is that of this machine, and nothing fails', () => {
  const { zone } = presetTime('today', { timeZone: 'Mars/Olympus' }, at('2026-11-30T10:00Z'));
  expect(zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test.each([
  [{}, 'today'],
  [{ show: 'yesterday' }, 'yesterday'],
  [{ show: 'eight-hours' }, 'today'], // not offered beside shifts
  [{ show: '<b>' }, 'today'],
])('%j shows %s', (query, preset) => {
  expect(readShiftTime(query, SHIFTS, at('2026-11-30T10:00Z'))).toMatchObject({ preset });
});

test.each([
  [{ from: '2026-11-30T06:00', until: '2026-11-30T14:00' }, ['2026-11-30T05:00', '2026-11-30T13:00']],
  [{ from: '2026-11-30T06:00' }, ['2026-11-30T05:00', '2026-11-30T10:01']], // until now
  [{ from: 'yesterday' }, 'no-time'],
  [{ from: '2026-13-30T06:00' }, 'no-time'],
  [{ until: '2026-11-30T06:00' }, 'no-time'],
  [{ from: '2026-11-30T06:00', until: '2026-11-30T06:00' }, 'no-end'],
  [{ from: '2026-01-01T00:00' }, 'too-long'],
])('%j is read in the site’s zone, or is said to be wrong', (query, expected) => {
  const time = readShiftTime(query, SHIFTS, at('2026-11-30T10:00Z'));
  expect(typeof time === 'string' ? time : said(time)).toEqual(expected);
});

test.each([
  ['2026-03-29T00:00', '2026-03-30T00:00', 23],
  ['2026-10-25T00:00', '2026-10-26T00:00', 25],
  ['2026-11-30T00:00', '2026-12-01T00:00', 24],
  ['2026-11-30T06:30', '2026-11-30T08:10', 3],
])('from %s until %s there are %i hours', (from, until, many) => {
  const time = readShiftTime({ from, until }, SHIFTS, at('2026-12-02T10:00Z'));
  if (typeof time === 'string') throw new Error(time);
  const { unit, starts } = spansIn(time, at('2026-12-02T10:00Z'));
  expect([unit, starts.length]).toEqual(['hour', many]);
});

test('what is still to come has no hours, and a longer time has days', () => {
  const now = at('2026-11-30T10:30Z');
  expect(spansIn(presetTime('today', SHIFTS, now), now).starts).toHaveLength(12); // it is half past eleven there
  const { unit, starts } = spansIn(presetTime('seven-days', SHIFTS, now), now);
  expect([unit, starts.length, starts[0]]).toEqual(['day', 7, at('2026-11-23T23:00Z')]);
});

test('a time is of one day where it has parts of no other', () => {
  const now = at('2026-11-30T10:30Z');
  expect(onlyDay(presetTime('today', SHIFTS, now))).toBe('2026-11-30');
  expect(onlyDay(presetTime('last-shift', SHIFTS, now))).toBeUndefined();
});
