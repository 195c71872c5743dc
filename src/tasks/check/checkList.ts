import { tasks } from '#tasks/catalogue/tasks.ts';
import type { Keep } from '#device/vault.ts';

/** A list that the service gave, and what was scanned against it. It is this handheld's own: the service is told nothing. */
export interface CheckList {
  /** The id of the task that asked for it, and the code that it was asked about; empty where it was none. */
  readonly task: string;
  readonly subject: string;
  readonly entries: readonly (readonly string[])[];
  readonly scans: readonly string[];
}

export interface Tally {
  readonly found: number;
  readonly missing: CheckList['entries'];
  readonly unexpected: readonly string[];
  readonly twice: readonly string[];
  readonly last?: 'found' | 'twice' | 'unexpected';
}

const MOST_ENTRIES = 1_000;

/**
 * The entries of an answer: of JSON its outermost lists, else its lines. Empty: fewer than two, or too many to scan.
 */
export function entriesIn(text: string): CheckList['entries'] {
  const entries = (listsIn(text) ?? text.split(/[\r\n,;]+/)).map(valuesOf).filter(({ length }) => length > 0);
  return entries.length < 2 || entries.length > MOST_ENTRIES ? [] : entries;
}

function listsIn(text: string): readonly unknown[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value).filter(Array.isArray).flat() as readonly unknown[];
}

function valuesOf(entry: unknown): readonly string[] {
  const members: readonly unknown[] = typeof entry === 'object' && entry !== null ? Object.values(entry) : [entry];
  return members.flatMap((member) => (typeof member === 'string' && member.trim() !== '' ? member.trim() : []));
}

/** What it is a list of, in the language that is spoken. */
export function titleOf({ task, subject }: Pick<CheckList, 'task' | 'subject'>): string {
  return `${tasks.find(({ id }) => id === task)?.title() ?? ''} ${subject}`.trim();
}

/** What is there, what is missing, what is not on the list, and what was scanned once too often. */
export function tally({ entries, scans }: Pick<CheckList, 'entries' | 'scans'>): Tally {
  const left = new Set(entries);
  const [unexpected, twice] = [new Set<string>(), new Set<string>()];
  let last: Tally['last'];
  for (const scan of scans) {
    const entry = [...left].find((values) => values.includes(scan));
    last = entry ? 'found' : entries.some((values) => values.includes(scan)) ? 'twice' : 'unexpected';
    if (entry) left.delete(entry);
    else (last === 'twice' ? twice : unexpected).add(scan);
  }
  return {
    found: entries.length - left.size,
    missing: [...left],
    unexpected: [...unexpected],
    twice: [...twice],
    ...(last && { last }),
  };
}

const NAME = 'check-lists';
/** Lists that are begun at once; of more the one that was left alone longest goes. */
const MOST_LISTS = 20;

/** The lists that are begun, the one in hand first. */
export async function readLists(kept: Keep): Promise<readonly CheckList[]> {
  const lists = await kept.read(NAME);
  return Array.isArray(lists) ? (lists as readonly CheckList[]) : [];
}

/** Takes a list in hand: as it was left, where the same one was begun. */
export async function openList(kept: Keep, list: CheckList): Promise<void> {
  const lists = await readLists(kept);
  const isSame = (one: CheckList): boolean =>
    JSON.stringify({ ...one, scans: [] }) === JSON.stringify({ ...list, scans: [] });
  const begun = lists.find(isSame) ?? list;
  await kept.write(NAME, [begun, ...lists.filter((one) => one !== begun)].slice(0, MOST_LISTS));
}

/** Puts the list in hand on the disk as it is now; absent: it is ended. */
export async function keepList(kept: Keep, list: CheckList | undefined): Promise<void> {
  const [, ...others] = await readLists(kept);
  const lists = list ? [list, ...others] : others;
  await kept.write(NAME, lists.length > 0 ? lists : undefined);
}
