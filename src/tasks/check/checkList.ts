import { type Tree, isBranch, isList } from '#tasks/answer/answerTree.ts';
import { readAnswer } from '#tasks/answer/readAnswer.ts';
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
  /** The entry that the last scan was found in. */
  readonly lastFound?: readonly string[];
}

const MOST_ENTRIES = 1_000;
const HAS_FIGURE = /\p{N}/u;

/** One list of an answer. */
export interface AnswerList extends Pick<CheckList, 'entries'> {
  /** What the answer calls it; empty where that is all there is. */
  readonly name: string;
}

/**
 * The lists of an answer that can be checked off, the outermost first, read as the answer is shown: of JSON and XML all
 * entries of one place, wherever it is, else the lines. None of fewer than two entries, or of too many to scan.
 */
export function listsIn(text: string): readonly AnswerList[] {
  const tree = readAnswer(text);
  const lists = isBranch(tree) ? listsOf(tree) : [{ name: '', entries: linesOf(text) }];
  return lists
    .map(({ name, entries }) => ({ name, entries: entries.filter(({ length }) => length > 0) }))
    .filter(({ entries }) => entries.length >= 2 && entries.length <= MOST_ENTRIES);
}

function listsOf(top: Tree): readonly AnswerList[] {
  const found = new Map<string, (readonly string[])[]>();
  let level: readonly (readonly [name: string, tree: Tree])[] = [['', top]];
  while (level.length > 0) {
    for (const [name, tree] of level) {
      if (isBranch(tree) && isList(tree)) found.set(name, [...(found.get(name) ?? []), ...tree.map(valuesOf)]);
    }
    level = level.flatMap(([name, tree]) => {
      if (!isBranch(tree)) return [];
      if (isList(tree)) return tree.map((entry) => [name, isBranch(entry) && isList(entry) ? '' : entry] as const);
      return Object.entries(tree).map(([key, member]) => [`${name} ${key}`.trim(), member] as const);
    });
  }
  return [...found].map(([name, entries]) => ({ name, entries }));
}

/** What an entry says by itself; a list inside it is a list of its own. */
function valuesOf(entry: Tree): readonly string[] {
  if (typeof entry === 'string') return entry.trim() === '' ? [] : [entry.trim()];
  return isBranch(entry) && !isList(entry) ? Object.values(entry).flatMap(valuesOf) : [];
}

/** The lines of a text, or what commas part; each by its cells, its words with a figure, and itself. Heads are none. */
function linesOf(text: string): CheckList['entries'] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return text.split(/[,;\t]+/).map(valuesOf);
  const [first = '', ...rest] = lines;
  const hasHead = !HAS_FIGURE.test(first) && rest.every((line) => HAS_FIGURE.test(line));
  return (hasHead ? rest : lines).map((line) => {
    const own = line.trim().replace(/^\d{1,4}[.):]\s+/, '');
    const cells = own.split(/[\t;,|]/).flatMap(valuesOf);
    const codes = own.split(/[\s;,|]+/).filter((word) => word.length > 1 && HAS_FIGURE.test(word));
    return [...new Set([...cells, ...codes, line.trim(), own])];
  });
}

/** The value by which a person knows an entry: its first that is a code, and no small number. */
export function nameOf(entry: readonly string[]): string {
  return entry.find((value) => value.length > 3 && HAS_FIGURE.test(value)) ?? entry[0] ?? '';
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
  let lastFound: Tally['lastFound'];
  for (const scan of scans) {
    const entry = [...left].find((values) => values.includes(scan));
    lastFound = entry ?? entries.find((values) => values.includes(scan));
    last = entry ? 'found' : lastFound ? 'twice' : 'unexpected';
    if (entry) left.delete(entry);
    else (last === 'twice' ? twice : unexpected).add(scan);
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

/** What the list has that differs from the scan in upper and lower case alone. */
export function otherCaseOf({ entries }: Pick<CheckList, 'entries'>, scan: string): string | undefined {
  const same = scan.toLowerCase();
  return entries.flat().find((value) => value.toLowerCase() === same);
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
