import type { HandheldReport } from '#wire/report.ts';
import { type SiteConfiguration, ownerOf } from '#site/site.ts';
import { firstInOrder, inSlices } from '#http/slices.ts';
import { tidied } from '#http/tidied.ts';
import type { EnrolledHandheld } from '#office/ports/gatewayPorts.ts';
import type { DeskWord } from '#ledger/decisionsReader.ts';
import { handheldRow } from '#ledger/handheldRow.ts';
import type { LastWord } from './floor.ts';

/** A handheld as the board shows it: its last word, and what the list of enrolled ones and the ledger say. Times are Unix ms; 0: never. */
export interface BoardEntry extends LastWord {
  /** 0: it is not revoked. */
  readonly revokedAt: number;
  /** The name of whoever revoked it, as the audit trail has it; absent: nobody else did, or nobody knows any more. */
  readonly revokedBy?: string;
  /** The worker's name or id; empty where the site does not show workers, or nobody is at work. */
  readonly worker: string;
  /** The same of whoever has checked it out. */
  readonly holderName: string;
  readonly warehouse: string;
  /** Its calls of which nobody knows, as the ledger has them; 0 where it is not enrolled, as they have an address there. */
  readonly toCheck: number;
  /** Calls and answers that still want a person there: as it said, without the doubts of which the desk has said since that they were done. */
  readonly person: number;
  /** The desk has decided about a call of it, and its last word does not know that yet. */
  readonly isDecidedSince: boolean;
}

/** Decisions of the desk, by the number of the handheld. */
export type DeskWords = ReadonlyMap<string, readonly DeskWord[]>;

export const boardFilters = ['all', 'person', 'waiting', 'quiet', 'paused', 'out'] as const;
export const boardSorts = ['trouble', 'name', 'seen', 'battery'] as const;
export type BoardFilter = (typeof boardFilters)[number];
export type BoardSort = (typeof boardSorts)[number];

/** The part of the board that an address asks for. */
export interface BoardAsked {
  /** Text that stands in a handheld's name, worker, warehouse, version or browser; or the badge of whoever has it. */
  readonly q: string;
  readonly show: BoardFilter;
  readonly sort: BoardSort;
  /** The number of entries before the first that is shown. */
  readonly from: number;
}

/** A handheld that has not said hello for so long, in milliseconds, is asleep, out of reach, or lost. */
export const QUIET_MS = 10 * 60_000;

/** The age in milliseconds below which something is of this moment: a call that is under way, a report that came with the last hello. */
export const MOMENT_MS = 60_000;

type Site = Pick<SiteConfiguration, 'floorShowsWorkers' | 'workers' | 'warehouses'>;

/** Somebody to whom a handheld can be given. */
export interface Holder {
  readonly userId: string;
  readonly name: string;
  /** Found by the badge, and not by the user id. */
  readonly byBadge: boolean;
}

/** Finds whom a badge or a user id means; where the site lists no workers any text is an id. */
export function holderBy(text: string, { workers }: Site): Holder | undefined {
  const owner = ownerOf(workers ?? [], text);
  const userId = workers ? text.trim() : tidied(text);
  const worker = owner ?? workers?.find((known) => known.userId === userId);
  if (userId === '' || (workers && !worker)) return undefined;
  const { userId: id = userId, name = id } = worker ?? {};
  return { userId: id, name, byBadge: owner !== undefined };
}

/** Returns the handhelds that somebody has, the one that was given last first. */
export function heldBy(entries: readonly BoardEntry[], userId: string): readonly BoardEntry[] {
  return entries
    .filter(({ holder, holderName }) => holderName !== '' && holder === userId)
    .toSorted((one, other) => other.heldAt - one.heldAt);
}

/** The most characters that are searched for: as many as a badge may have. */
export const LONGEST_SOUGHT = 200;

/** Reads what is asked for; what does not fit is left out. */
export function readBoardAsked({ q = '', show, sort, from = '' }: Readonly<Record<string, string>>): BoardAsked {
  return {
    q: q.trim().slice(0, LONGEST_SOUGHT),
    show: boardFilters.find((one) => one === show) ?? 'all',
    sort: boardSorts.find((one) => one === sort) ?? 'trouble',
    from: /^[0-9]{1,6}$/.test(from) ? Number(from) : 0,
  };
}

/**
 * Joins what handhelds said with the list of the enrolled ones. A revoked one stays while calls of it are to be checked, and while
 * something is open on it by its last word, unless it was taken off, or goes on under another number.
 *
 * @param devices - absent where nobody is asked for a token.
 * @param toCheck - the ledger's calls that a person has to decide about, by the number of their handheld.
 * @param decided - what the desk has decided, back to the oldest of the last words at least.
 */
export async function boardOf(
  words: readonly LastWord[],
  devices: readonly EnrolledHandheld[] = [],
  site: Site,
  toCheck: ReadonlyMap<string, number> = new Map(),
  decided: DeskWords = new Map(),
): Promise<readonly BoardEntry[]> {
  const workers = new Map((site.workers ?? []).map(({ userId, name }) => [userId, name ?? userId]));
  const warehouses = new Map((site.warehouses ?? []).map(({ id, name }) => [id, name]));
  const nameOf = (userId = ''): string => (site.floorShowsWorkers ? (workers.get(userId) ?? tidied(userId)) : '');
  const entryOf = (word: LastWord, device?: EnrolledHandheld): BoardEntry => ({
    ...word,
    ...(device && { name: device.name, seenAt: Math.max(word.seenAt, device.seenAt) }),
    revokedAt: device?.revokedAt ?? 0,
    worker: nameOf(word.report?.worker),
    holderName: nameOf(word.holder),
    warehouse: warehouses.get(word.report?.warehouse ?? '') ?? word.report?.warehouse ?? '',
    toCheck: (device && toCheck.get(String(device.number))) ?? 0,
    ...stillOf(word, (device && decided.get(String(device.number))) ?? [], isRevoked(device)),
  });
  const wordOf = wordsIn(words);
  const isShown = (entry: BoardEntry): boolean => entry.revokedAt === 0 || openOn(entry) + entry.toCheck > 0;
  const enrolled = await inSlices(devices, (part) =>
    part.map((device) => entryOf(wordOf(device), device)).filter(isShown),
  );
  const others = await inSlices(words, (part) =>
    part
      .filter(({ device }) => device === 0)
      .map((word) => entryOf(word))
      .filter(isShown),
  );
  return enrolled.concat(others);
}

/**
 * Makes what finds the last word of an enrolled handheld. One that was revoked and set up anew goes on under another number, with all that
 * waits on it: under the one of before it has nothing more to say.
 */
function wordsIn(words: readonly LastWord[]): (device: EnrolledHandheld) => LastWord {
  const byId = new Map(words.map((word) => [word.id, word]));
  const toldAt = new Map<string, number>(); // by storage
  for (const { report, toldAt: at } of words)
    if (report) toldAt.set(report.id, Math.max(at, toldAt.get(report.id) ?? 0));
  return (device) => {
    const id = handheldRow(device.number, undefined) ?? '';
    const word = byId.get(id) ?? silent(id, device.number);
    const goesOn = isRevoked(device) && word.report !== undefined && (toldAt.get(word.report.id) ?? 0) > word.toldAt;
    return goesOn ? { ...word, report: undefined, toldAt: 0, oldestSince: 0 } : word;
  };
}

function silent(id: string, device: number): LastWord {
  return { id, device, name: '', seenAt: 0, browser: '', toldAt: 0, oldestSince: 0, holder: '', heldAt: 0 };
}

/** Returns the time up to which decisions are in a handheld's last word: a hello tells how it stood before it hears of more. Unix ms. */
export function heardUntil({ report, toldAt }: Pick<LastWord, 'report' | 'toldAt'>): number {
  return Math.min(report?.heard ?? toldAt, toldAt);
}

function isRevoked(device: EnrolledHandheld | undefined): boolean {
  return device !== undefined && device.revokedAt !== null;
}

/** Takes the doubts that the desk has settled since off what a handheld said last. */
function stillOf(
  word: LastWord,
  words: readonly DeskWord[],
  isOver: boolean,
): Pick<BoardEntry, 'person' | 'isDecidedSince'> {
  const { person = 0, doubts = 0 } = word.report ?? {};
  const since = words.filter(({ saidAt }) => saidAt > heardUntil(word));
  // After "not done" somebody there says what is next, unless it may not call any more.
  const done = since.filter(({ says }) => says === 'done' || isOver).length;
  return { person: person - Math.min(person, doubts, done), isDecidedSince: since.length > 0 };
}

/** Counts what still wants the network or a person. */
export function openOn({ report, person }: Pick<BoardEntry, 'report' | 'person'>): number {
  return (report?.waiting ?? 0) + person;
}

/** Tells whether something on a handheld wants a person, or the ledger says so of a call of its: no network ends what is open on a revoked one. */
function needsPerson({ person, toCheck, revokedAt }: BoardEntry): boolean {
  return person > 0 || toCheck > 0 || revokedAt !== 0;
}

const fits: Readonly<Record<BoardFilter, (entry: BoardEntry, now: number) => boolean>> = {
  all: () => true,
  person: needsPerson,
  waiting: ({ report, revokedAt }) => revokedAt === 0 && (report?.waiting ?? 0) > 0,
  quiet: ({ seenAt, revokedAt }, now) => revokedAt === 0 && now - seenAt >= QUIET_MS,
  paused: ({ report, revokedAt }) => revokedAt === 0 && report?.paused !== undefined,
  out: ({ holderName }) => holderName !== '',
};

/** Counts how many handhelds fit each filter. */
export function boardCounts(entries: readonly BoardEntry[], now: number): Readonly<Record<BoardFilter, number>> {
  const counts = boardFilters.map((filter) => [filter, entries.filter((entry) => fits[filter](entry, now)).length]);
  return Object.fromEntries(counts) as Record<BoardFilter, number>;
}

/**
 * Chooses the entries that are asked for, in their order. @param holder - whom the text that is searched for means.
 * @param most - so many after those that stand before. @returns `many`: how many fit in all.
 */
export async function chosenOf(
  entries: readonly BoardEntry[],
  { q, show, sort, from }: BoardAsked,
  now: number,
  holder?: Holder,
  most = entries.length,
): Promise<{ readonly part: readonly BoardEntry[]; readonly many: number }> {
  const wanted = q.toLowerCase();
  const held = new Set(holder && heldBy(entries, holder.userId));
  const found = await inSlices(entries, (part) =>
    part.filter((entry) => fits[show](entry, now) && (held.has(entry) || textOf(entry).toLowerCase().includes(wanted))),
  );
  const inOrder = (one: BoardEntry, other: BoardEntry): number => compare[sort](one, other, now) || byName(one, other);
  return { part: (await firstInOrder(found, inOrder, from + most)).slice(from), many: found.length };
}

function textOf({ name, id, worker, holderName, warehouse, browser, report }: BoardEntry): string {
  return [name, id, worker, holderName, warehouse, browser, report?.version ?? ''].join('\n');
}

/** Returns the newest version that a handheld has told; of several builds of it the one that most have. Empty: none has told one. */
export function newestVersion(entries: readonly BoardEntry[]): string {
  const counts = new Map<string, number>();
  for (const { report } of entries)
    if (report?.version !== undefined) counts.set(report.version, (counts.get(report.version) ?? 0) + 1);
  const numberOf = (version: string): string => version.replace(/[-+].*/, '');
  const [newest] = [...counts].toSorted(
    ([one, many], [other, otherMany]) => names.compare(numberOf(other), numberOf(one)) || otherMany - many,
  );
  return newest?.[0] ?? '';
}

const names = new Intl.Collator('en', { numeric: true });

const byName = (one: BoardEntry, other: BoardEntry): number =>
  names.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);

/** Returns since when a handheld's oldest call is open, Unix ms; `undefined`: none is, or for a moment only. 0: nobody knows. */
function stuckSince(entry: BoardEntry, now: number): number | undefined {
  return openOn(entry) > 0 && now - entry.oldestSince >= MOMENT_MS ? entry.oldestSince : undefined;
}

/**
 * Tells how soon a handheld needs somebody: 0 a person, 1 a look, as it is paused, not heard, or a call does not go; 2 not at all. A call
 * that is under way moves nothing, as it comes and goes.
 */
export function needOf(entry: BoardEntry, now: number): 0 | 1 | 2 {
  if (needsPerson(entry)) return 0;
  const isOut = now - entry.seenAt >= QUIET_MS || entry.report?.paused !== undefined;
  return isOut || stuckSince(entry, now) !== undefined ? 1 : 2;
}

const compare: Readonly<Record<BoardSort, (one: BoardEntry, other: BoardEntry, now: number) => number>> = {
  trouble(one, other, now) {
    const sinceOf = (entry: BoardEntry): number => stuckSince(entry, now) || Number.MAX_SAFE_INTEGER;
    return needOf(one, now) - needOf(other, now) || sinceOf(one) - sinceOf(other);
  },
  name: byName,
  seen: (one, other) => one.seenAt - other.seenAt,
  battery: (one, other) => levelOf(one) - levelOf(other),
};

/** Returns the battery in percent; above all where the browser does not tell. */
function levelOf({ report }: { readonly report?: HandheldReport | undefined }): number {
  return report?.battery ?? 101;
}
