import { setImmediate } from 'node:timers/promises';
import { dayStart, isDay, isZone } from '#office/pages/zoneTime.ts';
import type { Audit, AuditEntry } from './audit.ts';

/** The longest name that is looked for, in letters. */
const LONGEST_ASKED = 100;

/** The lines that are looked at in one go, and the milliseconds for which they are. */
const LOOKED_AT = 500;
const FOUND_MS = 1_500;

/** The part of the trail that an address asks for, by the names of its fields. */
export interface AuditAsked {
  /** A part of the name of whoever did it. */
  readonly who?: string;
  /** One of the things that can be done. */
  readonly kind?: string;
  /** The first day, and the last, such as `2026-11-21`. */
  readonly from?: string;
  readonly until?: string;
  /** The zone in which they are days. @defaultValue UTC */
  readonly zone?: string;
}

/** Reads what is asked for; what does not fit is left out. @param kinds - the things that can be done. */
export function readAuditAsked(
  { who = '', kind = '', from = '', until = '', zone = '' }: Readonly<Record<string, string>>,
  kinds: readonly string[],
): AuditAsked {
  const name = who.trim().slice(0, LONGEST_ASKED);
  const hasDay = isDay(from) || isDay(until);
  return {
    ...(name !== '' && { who: name }),
    ...(kinds.includes(kind) && { kind }),
    ...(isDay(from) && { from }),
    ...(isDay(until) && { until }),
    ...(hasDay && isZone(zone) && { zone }),
  };
}

/** Makes what tells whether an entry is asked for. Large and small letters are one. */
export function isAskedBy({ who, kind, from, until, zone }: AuditAsked): (entry: AuditEntry) => boolean {
  const name = who?.toLowerCase();
  const begin = from === undefined ? 0 : dayStart(from, zone);
  const end = until === undefined ? Number.POSITIVE_INFINITY : dayStart(until, zone, 1);
  return (entry) =>
    (name === undefined || entry.name.toLowerCase().includes(name)) &&
    (kind === undefined || entry.action === kind) &&
    entry.at >= begin &&
    entry.at < end;
}

/** Entries that were found. */
export interface FoundEntries {
  readonly entries: readonly AuditEntry[];
  /** There may be more before this number. */
  readonly next?: number;
  /** There was no time to look at all. */
  readonly isCut?: true;
}

/**
 * Finds the next entries that are wanted, the newest first, and lets calls pass in between. After a second or two it gives what it has.
 *
 * @param before - a number of the trail. @param most - how many at most.
 */
export async function findEntries(
  { list }: Pick<Audit, 'list'>,
  before: number,
  most: number,
  isWanted: (entry: AuditEntry) => boolean,
  mostMs = FOUND_MS,
): Promise<FoundEntries> {
  const until = performance.now() + mostMs;
  const entries: AuditEntry[] = [];
  for (let place = before; ; await setImmediate()) {
    const part = await list(place, LOOKED_AT);
    for (const entry of part) {
      if (isWanted(entry)) entries.push(entry);
      if (entries.length === most) return { entries, next: entry.number };
    }
    const last = part.at(-1)?.number;
    if (last === undefined || part.length < LOOKED_AT) return { entries };
    if (performance.now() > until) return { entries, next: last, isCut: true };
    place = last;
  }
}
