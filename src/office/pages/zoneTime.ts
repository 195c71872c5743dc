import { attempt } from '#contract/attempt.ts';
import type { SiteConfiguration } from '#site/site.ts';

// The times of clocks in a zone, such as `Europe/Berlin`. A zone’s clocks are put forward and back: a day has 23, 24 or 25 hours.

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Clocks are put forward or back at the beginning of a quarter of an hour. */
const QUARTER_MS = HOUR_MS / 4;
/** The quarters whose offsets are kept, of all zones: a year of one. */
const MOST_KEPT = 40_000;

/** Returns the zone in which a site counts its days: its own, else that of this machine’s clock. */
export function siteZone({ timeZone }: Pick<SiteConfiguration, 'timeZone'>): string {
  return timeZone !== undefined && isZone(timeZone) ? timeZone : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Tells whether a text names a time zone. */
export function isZone(text: string): boolean {
  return /^[\w+/-]{1,64}$/.test(text) && attempt(() => clockIn(text)) !== undefined;
}

/** Tells whether a text is a day, such as `2026-11-21`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * Returns when a zone’s clocks show a time of a day. One that they skip is taken as if they had not been put forward yet; of one that they
 * show twice it is the first.
 *
 * @param local - `2026-11-21` or `2026-11-21T06:00`. @param zone - one that `isZone` knows. @returns Unix ms
 */
export function instantIn(local: string, zone: string): number {
  const asUtc = Date.parse(local.includes('T') ? `${local}Z` : local);
  const near = asUtc - offsetAt(asUtc - DAY_MS, zone); // before it in every zone: none is 24 hours ahead
  const other = asUtc - offsetAt(near, zone);
  return offsetAt(other, zone) === asUtc - other ? other : near;
}

/** Returns when a day such as `2026-11-21`, or one so many days later, begins in a zone that `isZone` knows; Unix ms. */
export function dayStart(day: string, zone = 'UTC', more = 0): number {
  return instantIn(dayAfter(day, more), zone);
}

/** Returns the day that is so many days after another one. */
function dayAfter(day: string, more: number): string {
  return new Date(Date.parse(day) + more * DAY_MS).toISOString().slice(0, 10);
}

/** Returns a zone’s day at a time, such as `2026-11-21`. @param at - Unix ms */
export function dayIn(at: number, zone: string): string {
  return localIn(at, zone).slice(0, 10);
}

/** Returns a zone’s day and time to the second at a time, such as `2026-11-21 06:00:00`. @param at - Unix ms */
export function localIn(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns when the hour of a zone’s clocks begins in which a time is; Unix ms. */
export function hourStart(at: number, zone: string): number {
  const offset = offsetAt(at, zone);
  return Math.floor((at + offset) / HOUR_MS) * HOUR_MS - offset;
}

/** Returns how far a zone’s clocks are ahead of UTC, such as `+01:00`. @param at - Unix ms */
export function offsetText(at: number, zone: string): string {
  const minutes = Math.round(offsetAt(at, zone) / 60_000);
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Returns a zone’s clock. @throws RangeError where there is no such zone. */
function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  if (clocks.size < MOST_KEPT) clocks.set(zone, clock);
  return clock;
}

/** Returns how far a zone’s clocks are ahead of UTC, in ms. @param at - Unix ms. @throws RangeError where there is no such zone. */
function offsetAt(at: number, zone: string): number {
  const quarter = `${Math.floor(at / QUARTER_MS)} ${zone}`;
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const said = clockIn(zone).format(at);
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(said) ?? [];
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (offsets.size >= MOST_KEPT) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
}
