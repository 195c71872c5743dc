import { tasks } from '#tasks/catalogue/tasks.ts';
import { UNDO_MS, undoLeftMs } from '#outbox/state/backoff.ts';
import type { Keep } from '#device/vault.ts';
import { gtinOf } from '#scan/code/gtin.ts';

/** A list that the service gave, and what was scanned against it. It is this handheld's own: the service is told nothing. */
export interface CheckList {
  /** The id of the task that asked for it, and the code that it was asked about; empty where it was none. */
  readonly task: string;
  readonly subject: string;
  readonly entries: readonly (readonly string[])[];
  /** True where the first value of each entry is the goods' own code: then no other one checks it off. */
  readonly byOwn?: true;
  /** The code of what each entry is in, such as a bag for its packages; absent where all are in one. */
  readonly holders?: readonly string[];
  readonly scans: readonly string[];
  /** Unix ms of each of the scans, 0 where it is not known; absent on lists of older versions. */
  readonly times?: readonly number[];
  /** The user id of who took it in hand last; absent on lists of older versions. */
  readonly by?: string;
}

export interface Tally {
  readonly found: number;
  readonly missing: CheckList['entries'];
  readonly unexpected: readonly string[];
  readonly twice: readonly string[];
  readonly last?: 'found' | 'twice' | 'unexpected' | 'beside';
  /** The entry that the last scan was found in, or beside whose code it stands. */
  readonly lastFound?: readonly string[];
}

const HAS_FIGURE = /\p{N}/u;

/** Returns the value by which a person knows an entry: its own code, else its first that is a code, and no small number. */
export function nameOf({ byOwn }: Pick<CheckList, 'byOwn'>, entry: readonly string[]): string {
  return (
    (byOwn ? entry[0] : undefined) ??
    entry.find((value) => value.length > 3 && HAS_FIGURE.test(value)) ??
    entry[0] ??
    ''
  );
}

/** Names a list by its task and subject, in the language that is spoken. */
export function titleOf({ task, subject }: Pick<CheckList, 'task' | 'subject'>): string {
  return `${tasks.find(({ id }) => id === task)?.title() ?? ''} ${subject}`.trim();
}

/** Sorts the scans of a list: what is there, what is missing, what is not on the list, and what was scanned once too often. */
export function tally({ entries, byOwn, scans }: Pick<CheckList, 'entries' | 'byOwn' | 'scans'>): Tally {
  const withValue = entriesBy(entries, (values) => values);
  const checkedBy = byOwn ? checkedByIn({ entries, byOwn }) : withValue;
  const left = new Set(entries);
  const [unexpected, twice] = [new Set<string>(), new Set<string>()];
  let last: Tally['last'];
  let lastFound: Tally['lastFound'];
  for (const scan of scans) {
    const fitting = entriesOf(checkedBy, scan);
    const entry = fitting.find((one) => left.has(one));
    lastFound = entry ?? fitting[0];
    last = entry ? 'found' : lastFound ? 'twice' : 'unexpected';
    if (entry) left.delete(entry);
    else if (last === 'twice') twice.add(scan);
    else {
      [lastFound] = entriesOf(withValue, scan);
      if (lastFound) last = 'beside';
      else unexpected.add(scan);
    }
  }
  return {
    found: entries.length - left.size,
    missing: [...left],
    unexpected: [...unexpected],
    twice: [...twice],
    ...(last && { last }),
    ...(lastFound && { lastFound }),
  };
}

type ByValue = ReadonlyMap<string, CheckList['entries'][number][]>;

/** An entry that was checked off. */
export interface FoundEntry {
  readonly entry: CheckList['entries'][number];
  /** Unix ms of the scan that has found it; absent: nobody knows. */
  readonly at?: number;
}

/** Returns the entries that are there, the one that was found last first. */
export function foundIn(list: CheckList): readonly FoundEntry[] {
  const times = scanTimesOf(list);
  return findingsIn(list)
    .map(({ entry, scan }) => ({ entry, ...(times[scan] && { at: times[scan] }) }))
    .reverse();
}

/** Returns the time of each scan of a list, 0 where it is not known: an older version has scanned without, or taken back. */
export function scanTimesOf({ scans, times = [] }: Pick<CheckList, 'scans' | 'times'>): readonly number[] {
  return times.length === scans.length ? times : scans.map(() => 0);
}

/** Finds which scan has found which entry. */
function findingsIn({ entries, byOwn, scans }: CheckList) {
  const checkedBy = checkedByIn({ entries, byOwn });
  const left = new Set(entries);
  return scans.flatMap((text, scan) => {
    const entry = entriesOf(checkedBy, text).find((one) => left.delete(one));
    return entry ? [{ entry, scan }] : [];
  });
}

/** Sorts the entries by the values that check them off. */
function checkedByIn({
  entries,
  byOwn,
}: {
  readonly entries: CheckList['entries'];
  readonly byOwn: true | undefined;
}): ByValue {
  return entriesBy(entries, (values) => (byOwn ? values.slice(0, 1) : values));
}

/** Sorts the entries by their values once, so that a scan looks at those that have it and not at the whole list; a GTIN by all its forms. */
function entriesBy(entries: CheckList['entries'], read: (entry: readonly string[]) => readonly string[]): ByValue {
  const by = new Map<string, CheckList['entries'][number][]>();
  for (const entry of entries) {
    for (const key of new Set(read(entry).flatMap((value) => [value, gtinKey(value) ?? []].flat()))) {
      const same = by.get(key);
      if (same) same.push(entry);
      else by.set(key, [entry]);
    }
  }
  return by;
}

/** Returns the entries with a value, else those with another form of its GTIN. */
function entriesOf(by: ByValue, value: string): CheckList['entries'] {
  return by.get(value) ?? by.get(gtinKey(value) ?? '') ?? [];
}

/** Returns a key that no value is; `undefined` where the value is no GTIN. */
function gtinKey(value: string): string | undefined {
  const gtin = gtinOf(value);
  return gtin && `\0${gtin}`;
}

/** The entries of one holder: their number, and those that are missing. */
export interface HolderTally {
  readonly holder: string;
  readonly many: number;
  readonly missing: CheckList['entries'];
}

/** Sorts what is missing by what it is in, in the order of the list; one group without a name where all are in one. */
export function missingBy({ entries, holders }: CheckList, missing: CheckList['entries']): readonly HolderTally[] {
  if (!holders) return [{ holder: '', many: entries.length, missing }];
  const left = new Set(missing);
  const groups = new Map<string, { many: number; missing: (readonly string[])[] }>();
  for (const [index, entry] of entries.entries()) {
    const holder = holders[index] ?? '';
    const group = groups.get(holder) ?? { many: 0, missing: [] };
    groups.set(holder, group);
    group.many += 1;
    if (left.has(entry)) group.missing.push(entry);
  }
  return [...groups].map(([holder, group]) => ({ holder, ...group }));
}

/** Returns the value of the list that differs from the scan in upper and lower case alone. */
export function otherCaseOf(
  { entries, byOwn }: Pick<CheckList, 'entries' | 'byOwn'>,
  scan: string,
): string | undefined {
  const same = scan.toLowerCase();
  return entries
    .flatMap((values) => (byOwn ? values.slice(0, 1) : values))
    .find((value) => value.toLowerCase() === same);
}

const NAME = 'check-lists';
/** Lists that are begun at once; of more the one that was left alone longest goes. */
const MOST_LISTS = 20;

/** The lists that are begun, the one in hand first. */
export async function readLists(kept: Pick<Keep, 'read'>): Promise<readonly CheckList[]> {
  const lists = await kept.read(NAME);
  return Array.isArray(lists) ? (lists as readonly CheckList[]) : [];
}

/** The same list by what is on it, whatever was scanned of it and by whom. */
const isSame = (one: CheckList, other: CheckList): boolean => withoutScans(one) === withoutScans(other);

function withoutScans({ times: _times, ...list }: CheckList): string {
  return JSON.stringify({ ...list, scans: [], by: '' });
}

/** Tells whether a list waits for somebody: one that is done does not. */
const isBegun = (list: CheckList): boolean => tally(list).missing.length > 0;

/** Takes a list in hand: as it was left, where the same one was begun. */
export async function openList(kept: Keep, list: CheckList): Promise<void> {
  const before = (await readLists(kept)).find((one) => isSame(one, list));
  const { scans = [], times } = before ?? {};
  await keepList(kept, { ...list, scans, ...(times && { times }) });
}

/** The lists that a worker has begun, and neither done nor ended. */
export async function listsBy(kept: Pick<Keep, 'read'>, userId: string): Promise<readonly CheckList[]> {
  return (await readLists(kept)).filter((list) => list.by === userId && isBegun(list));
}

/** Takes the list in hand that was begun last and is not done. */
export async function takeBegun(kept: Keep): Promise<CheckList | undefined> {
  const lists = await readLists(kept);
  const begun = lists.find(isBegun);
  if (begun && begun !== lists[0]) await keepList(kept, begun);
  return begun;
}

/** Puts a list on the disk as it is now, as the one in hand. */
export async function keepList(kept: Keep, list: CheckList): Promise<void> {
  const others = (await readLists(kept)).filter((one) => !isSame(one, list));
  await kept.write(NAME, [list, ...others].slice(0, MOST_LISTS));
}

const ENDED = 'check-ended';

/** A list that was ended, and can be taken in hand again until then, Unix ms. */
export interface EndedCheckOff {
  readonly list: CheckList;
  readonly until: number;
}

/** Returns the list that was ended last, as long as that can be taken back. @param now - Unix ms. */
export async function readEnded(kept: Pick<Keep, 'read'>, now: number): Promise<EndedCheckOff | undefined> {
  const ended = (await kept.read(ENDED)) as EndedCheckOff | undefined;
  return ended && undoLeftMs({ undo: ended }, now) > 0 ? ended : undefined;
}

/** Takes the list in hand again that was ended. */
export async function takeBackEnd(kept: Keep, { list }: EndedCheckOff): Promise<void> {
  await keepList(kept, list);
  await kept.write(ENDED, undefined);
}

/** Takes a list off the disk, done or not: for a while that can be taken back. @param now - Unix ms. */
export async function endList(kept: Keep, list: CheckList, now: number): Promise<void> {
  await kept.write(ENDED, { list, until: now + UNDO_MS } satisfies EndedCheckOff); // first: a list is in two places, and never in none
  const others = (await readLists(kept)).filter((one) => !isSame(one, list));
  await kept.write(NAME, others.length > 0 ? others : undefined);
}
