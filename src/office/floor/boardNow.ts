import type { SiteConfiguration } from '#site/site.ts';
import type { HandheldList } from '#office/ports/gatewayPorts.ts';
import { type BoardEntry, type DeskWords, boardOf, heardUntil, openOn } from './board.ts';
import type { Floor } from './floor.ts';

/** The board's knowledge beside what handhelds tell. */
export interface BoardParts {
  /** Absent where nobody is asked for a token. */
  readonly enrolment: Pick<HandheldList, 'list'> | undefined;
  readonly site: () => SiteConfiguration;
  /** Counts the ledger's calls that a person has to decide about, by the number of their handheld. */
  readonly toCheck: () => Promise<ReadonlyMap<string, number>>;
  /** Returns what the desk has decided after a time, Unix ms, by the number of the handheld. */
  readonly decidedAtDesk: (since: number) => Promise<DeskWords>;
}

/** Reads the board as it is now. @param counts - of `toCheck`, where they are known already. */
export async function boardNow(
  floor: Pick<Floor, 'list'>,
  { enrolment, site, toCheck, decidedAtDesk }: BoardParts,
  counts?: ReadonlyMap<string, number>,
): Promise<readonly BoardEntry[]> {
  const [words, devices, checked] = await Promise.all([floor.list(), enrolment?.list(), counts ?? toCheck()]);
  const inNeed = words.filter(({ report }) => (report?.person ?? 0) > 0);
  const decided = inNeed.length > 0 ? await decidedAtDesk(Math.min(...inNeed.map(heardUntil))) : undefined;
  return boardOf(words, devices, site(), checked, decided);
}

/** A handheld that was not heard for so long, in milliseconds, is told of for nothing but its open calls. */
const GONE_MS = 24 * 60 * 60 * 1000;

/**
 * Finds the handhelds of which somebody has to be told, by the names of their rows: those with open calls that were not heard for so long, and
 * those whose browser may clear the queue. @param silentMs - milliseconds. @param now - Unix ms.
 */
export function troubledOn(entries: readonly BoardEntry[], silentMs: number, now: number) {
  const inUse = entries.filter(({ revokedAt }) => revokedAt === 0);
  const ids = (some: readonly BoardEntry[]): readonly string[] => some.map(({ id }) => id);
  return {
    silent: ids(inUse.filter((entry) => openOn(entry) > 0 && now - entry.seenAt >= silentMs)),
    unkept: ids(inUse.filter(({ report, seenAt }) => report?.kept === false && now - seenAt < GONE_MS)),
  };
}
