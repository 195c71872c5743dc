import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '#contract/attempt.ts';
import { dayStart } from '#office/pages/zoneTime.ts';

/** The variables by which libfaketime moves the clocks of a process: the one of the day, and the one that only counts. */
const NAMES = ['LD_PRELOAD', 'FAKETIME_TIMESTAMP_FILE', 'FAKETIME_NO_CACHE'] as const;

const HOUR_MS = 3_600_000;
const SETTLES_MS = 100;

/** Returns libfaketime's library as Debian's package has it; `undefined`: it is not installed here. */
export function findFaketime(): string | undefined {
  const lib = '/usr/lib';
  const folders = (attempt(() => readdirSync(lib)) ?? []).map((name) => join(lib, name, 'faketime'));
  return [...folders, join(lib, 'faketime')]
    .map((folder) => join(folder, 'libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}

/** Makes the environment of a process whose clock `file` moves. */
export function movedClock(library: string, file: string): Record<(typeof NAMES)[number], string> {
  writeFileSync(file, '+0', { mode: 0o644 }); // PostgreSQL's user reads it too
  return { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' };
}

/** Returns the same environment for a process that this one starts: it has it itself. */
export function sameClock(): Record<string, string> {
  return Object.fromEntries(NAMES.map((name) => [name, process.env[name] ?? '']));
}

export type Calendar = ReturnType<typeof createCalendar>;

/** The calendar of a run, whose clock is moved for this process and all that it starts. @param from - its first day, as `2027-03-01`. */
export function createCalendar(from: string, zone: string) {
  const file = process.env['FAKETIME_TIMESTAMP_FILE'] ?? '';
  let aheadS = Number(readFileSync(file, 'utf8'));
  const dayOf = (day: number): number => dayStart(from, zone, day);

  /** A clock that is read meanwhile shows the time before, or the one after. */
  function moveOn(seconds: number): void {
    aheadS += seconds;
    writeFileSync(`${file}.next`, `+${aheadS}`, { mode: 0o644 });
    renameSync(`${file}.next`, file);
  }

  return {
    /** Returns the day of a number as the site's calendar has it. */
    date: (day: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(dayOf(day)),
    /** Moves every clock on to so many hours after the day began. A clock that is there already stays. */
    async goTo(day: number, hour: number): Promise<void> {
      const seconds = Math.ceil((dayOf(day) + hour * HOUR_MS - Date.now()) / 1_000);
      if (seconds <= 0) return;
      moveOn(seconds);
      await sleep(SETTLES_MS); // what is due by now is done
    },
    /** Returns the time by the machine’s own clock, Unix ms. */
    real: (): number => Date.now() - 1_000 * aheadS,
    /** Moves every clock on by so many seconds. */
    wait: moveOn,
  };
}
