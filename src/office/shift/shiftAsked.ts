import type { SiteConfiguration } from '#site/site.ts';
import { dayIn, dayStart, hourStart, instantIn, localIn, siteZone } from '#office/pages/zoneTime.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The longest time that is counted at once: more than the ledger keeps. */
export const MOST_DAYS = 62;
/** A longer time is shown by days, and no more by hours. */
const MOST_HOURS = 49;
/** The hours that stand for the last shift where the site names none. */
const USUAL_SHIFT_HOURS = 8;

/** The times that one tap chooses. */
export const shiftPresets = ['today', 'this-shift', 'last-shift', 'eight-hours', 'yesterday', 'seven-days'] as const;
export type ShiftPreset = (typeof shiftPresets)[number];

/** A time that is counted. Times are Unix ms. */
export interface ShiftTime {
  readonly from: number;
  readonly until: number;
  /** The zone of its days and hours. */
  readonly zone: string;
  /** Absent: it was entered. */
  readonly preset?: ShiftPreset;
}

/** The reasons why a time that was entered is not counted. */
export type WrongTime = 'no-time' | 'no-end' | 'too-long';

type Site = Pick<SiteConfiguration, 'timeZone' | 'shifts'>;

/** Returns the times that are offered: shifts where the site says when they begin, else the last eight hours. */
export function offeredPresets({ shifts }: Site): readonly ShiftPreset[] {
  const left = shifts ? ['eight-hours'] : ['this-shift', 'last-shift'];
  return shiftPresets.filter((preset) => !left.includes(preset));
}

/** Returns the time that a preset means. @param now - Unix ms */
export function presetTime(preset: ShiftPreset, site: Site, now: number): ShiftTime {
  const zone = siteZone(site);
  return { ...spanOf(preset, site.shifts ?? [], zone, now), zone, preset };
}

function spanOf(preset: ShiftPreset, shifts: readonly string[], zone: string, now: number) {
  const today = dayIn(now, zone);
  const day = (more: number): number => dayStart(today, zone, more);
  switch (preset) {
    case 'today':
      return { from: day(0), until: day(1) };
    case 'yesterday':
      return { from: day(-1), until: day(0) };
    case 'seven-days':
      return { from: day(-6), until: day(1) };
    case 'eight-hours':
      return { from: Math.floor(now / 60_000) * 60_000 - USUAL_SHIFT_HOURS * HOUR_MS, until: nextMinute(now) };
    case 'this-shift':
    case 'last-shift': {
      const begins = shiftBegins(shifts, zone, now);
      const at = begins.findLastIndex((begin) => begin <= now) - (preset === 'last-shift' ? 1 : 0);
      return { from: begins[at] ?? day(0), until: begins[at + 1] ?? day(1) };
    }
  }
}

/** Returns when shifts begin around a time, in order. */
function shiftBegins(shifts: readonly string[], zone: string, now: number): readonly number[] {
  const days = [-2, -1, 0, 1].map((more) => dayIn(dayStart(dayIn(now, zone), zone, more), zone));
  return days.flatMap((day) => shifts.map((time) => instantIn(`${day}T${time}`, zone))).toSorted((a, b) => a - b);
}

function nextMinute(at: number): number {
  return (Math.floor(at / 60_000) + 1) * 60_000;
}

/** Reads the time that an address asks for. @param now - Unix ms */
export function readShiftTime(
  { show, from = '', until = '' }: Readonly<Record<string, string>>,
  site: Site,
  now: number,
): ShiftTime | WrongTime {
  if (from === '' && until === '') {
    const preset = offeredPresets(site).find((one) => one === show) ?? 'today';
    return presetTime(preset, site, now);
  }
  const zone = siteZone(site);
  const [begins, ends] = [localAt(from, zone), until === '' ? nextMinute(now) : localAt(until, zone)];
  if (begins === undefined || ends === undefined) return 'no-time';
  if (ends <= begins) return 'no-end';
  if (ends - begins > MOST_DAYS * DAY_MS) return 'too-long';
  return { from: begins, until: ends, zone };
}

function localAt(text: string, zone: string): number | undefined {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`));
  return isTime ? instantIn(text, zone) : undefined;
}

/** Returns a time as a field for it has it, such as `2026-11-21T06:00`. */
export function fieldTime(at: number, zone: string): string {
  return localIn(at, zone).slice(0, 16).replace(' ', 'T');
}

/** Returns the members of the address at which a time is counted. */
export function askedAs({ from, until, zone, preset }: ShiftTime): Readonly<Record<string, string>> {
  return preset ? { show: preset } : { from: fieldTime(from, zone), until: fieldTime(until, zone) };
}

/** The hours or days of a time, by their beginnings; Unix ms. */
export interface ShiftSpans {
  readonly unit: 'hour' | 'day';
  readonly starts: readonly number[];
}

/** Returns the hours of a time, of a longer one its days, up to now. A day of 23 or 25 hours has as many. @param now - Unix ms */
export function spansIn({ from, until, zone }: ShiftTime, now: number): ShiftSpans {
  const end = Math.min(until, Math.max(now, from + 1));
  const isByHour = until - from <= MOST_HOURS * HOUR_MS;
  const begin = isByHour ? hourStart(from, zone) : dayStart(dayIn(from, zone), zone);
  const next = (at: number): number => (isByHour ? hourStart(at + HOUR_MS, zone) : dayStart(dayIn(at, zone), zone, 1));
  const starts: number[] = [];
  for (let at = begin; at < end; at = Math.max(next(at), at + 1)) starts.push(at);
  return { unit: isByHour ? 'hour' : 'day', starts };
}

/** Returns the one day in which a time lies, such as `2026-11-21`; `undefined`: it has parts of two. */
export function onlyDay({ from, until, zone }: ShiftTime): string | undefined {
  const day = dayIn(from, zone);
  return dayIn(until - 1, zone) === day ? day : undefined;
}
