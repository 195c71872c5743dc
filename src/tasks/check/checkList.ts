import type { SiteConfiguration } from '#contract/site.ts';
import { type Tree, isBranch, isList } from '#tasks/answer/answerTree.ts';
import { readAnswer } from '#tasks/answer/readAnswer.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import type { Keep } from '#device/vault.ts';
import { type GoodsKind, type GoodsRow, goodsColumn } from './goodsColumn.ts';

/** A list that the service gave, and what was scanned against it. It is this handheld's own: the service is told nothing. */
export interface CheckList {
  /** The id of the task that asked for it, and the code that it was asked about; empty where it was none. */
  readonly task: string;
  readonly subject: string;
  readonly entries: readonly (readonly string[])[];
  /** True where the first value of each entry is the goods' own code: then no other one checks it off. */
  readonly byOwn?: true;
  readonly scans: readonly string[];
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

const MOST_ENTRIES = 1_000;
const HAS_FIGURE = /\p{N}/u;

/** One list of an answer. */
export interface AnswerList extends Pick<CheckList, 'entries' | 'byOwn'> {
  /** The name that the answer has for it; empty where that is all there is. */
  readonly name: string;
  /** The kind of its goods, where that is known. */
  readonly kind?: GoodsKind;
}

/**
 * Returns the lists of an answer that can be checked off, the outermost first, read as the answer is shown: of JSON and
 * XML all entries of one place, wherever it is, else the lines. None of fewer than two entries, or of too many to scan,
 * and none that only holds others: of a list of lists it is the goods in them.
 */
export function listsIn(text: string, site: Pick<SiteConfiguration, 'codes'>): readonly AnswerList[] {
  const tree = readAnswer(text);
  if (!isBranch(tree)) return [{ name: '', entries: filled(linesOf(text)) }].filter(isOffered);
  const lists = listsOf(tree).map(({ name, rows }) => asList(site, name, rows));
  return lists.filter((list) => isOffered(list) && !isHolder(list, lists));
}

function isOffered({ entries }: AnswerList): boolean {
  return entries.length >= 2 && entries.length <= MOST_ENTRIES;
}

function isHolder({ name, kind }: AnswerList, lists: readonly AnswerList[]): boolean {
  return (
    kind === undefined &&
    lists.some(
      (other) => other.kind !== undefined && other.name.startsWith(`${name} `.trimStart()) && other.name !== name,
    )
  );
}

function asList(site: Pick<SiteConfiguration, 'codes'>, name: string, rows: readonly GoodsRow[]): AnswerList {
  const own = goodsColumn(site, name, rows);
  const entries = filled(
    rows.map((row) => {
      const { [own?.name ?? '']: code, ...others } = Object.fromEntries(row);
      return [...(code === undefined ? [] : [code]), ...Object.values(others)];
    }),
  );
  return { name, entries, ...(own && { byOwn: true }), ...(own?.kind && { kind: own.kind }) };
}

const filled = (entries: CheckList['entries']): CheckList['entries'] => entries.filter(({ length }) => length > 0);

function listsOf(top: Tree): readonly { readonly name: string; readonly rows: readonly GoodsRow[] }[] {
  const found = new Map<string, GoodsRow[]>();
  let level: readonly (readonly [name: string, tree: Tree])[] = [['', top]];
  while (level.length > 0) {
    for (const [name, tree] of level) {
      if (isBranch(tree) && isList(tree))
        found.set(name, [...(found.get(name) ?? []), ...tree.map((entry) => new Map(cellsOf(entry)))]);
    }
    level = level.flatMap(([name, tree]) => {
      if (!isBranch(tree)) return [];
      if (isList(tree)) return tree.map((entry) => [name, isBranch(entry) && isList(entry) ? '' : entry] as const);
      return Object.entries(tree).map(([key, member]) => [`${name} ${key}`.trim(), member] as const);
    });
  }
  return [...found].map(([name, rows]) => ({ name, rows }));
}

/** Returns an entry's own values, each with its place in it; a list inside it is a list of its own. */
function cellsOf(entry: Tree, column = ''): readonly (readonly [column: string, value: string])[] {
  if (typeof entry === 'string') return entry.trim() === '' ? [] : [[column, entry.trim()]];
  if (!isBranch(entry) || isList(entry)) return [];
  return Object.entries(entry).flatMap(([name, member]) => cellsOf(member, `${column} ${name}`.trim()));
}

const wordOf = (text: string): readonly string[] => (text.trim() === '' ? [] : [text.trim()]);

/** Returns the lines of a text, or what commas part; each by its cells, its words with a figure, and itself. Heads are none. */
function linesOf(text: string): CheckList['entries'] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return text.split(/[,;\t]+/).map(wordOf);
  const [first = '', ...rest] = lines;
  const hasHead = !HAS_FIGURE.test(first) && rest.every((line) => HAS_FIGURE.test(line));
  return (hasHead ? rest : lines).map((line) => {
    const own = line.trim().replace(/^\d{1,4}[.):]\s+/, '');
    const cells = own.split(/[\t;,|]/).flatMap(wordOf);
    const codes = own.split(/[\s;,|]+/).filter((word) => word.length > 1 && HAS_FIGURE.test(word));
    return [...new Set([...cells, ...codes, line.trim(), own])];
  });
}

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
  const left = new Set(entries);
  const [unexpected, twice] = [new Set<string>(), new Set<string>()];
  let last: Tally['last'];
  let lastFound: Tally['lastFound'];
  for (const scan of scans) {
    const isIn = (values: readonly string[]): boolean => (byOwn ? values[0] === scan : values.includes(scan));
    const entry = [...left].find(isIn);
    lastFound = entry ?? entries.find(isIn);
    last = entry ? 'found' : lastFound ? 'twice' : 'unexpected';
    if (entry) left.delete(entry);
    else if (last === 'twice') twice.add(scan);
    else {
      lastFound = entries.find((values) => values.includes(scan));
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

/** Takes a list in hand: as it was left, where the same one was begun. */
export async function openList(kept: Keep, list: CheckList): Promise<void> {
  const lists = await readLists(kept);
  const isSame = (one: CheckList): boolean =>
    JSON.stringify({ ...one, scans: [], by: '' }) === JSON.stringify({ ...list, scans: [], by: '' });
  const begun = lists.find(isSame);
  const inHand = { ...list, scans: begun?.scans ?? [] };
  await kept.write(NAME, [inHand, ...lists.filter((one) => one !== begun)].slice(0, MOST_LISTS));
}

/** The lists that a worker has begun and not ended. */
export async function listsBy(kept: Pick<Keep, 'read'>, userId: string): Promise<readonly CheckList[]> {
  return (await readLists(kept)).filter(({ by }) => by === userId);
}

/** Puts the list in hand on the disk as it is now; absent: it is ended. */
export async function keepList(kept: Keep, list: CheckList | undefined): Promise<void> {
  const [, ...others] = await readLists(kept);
  const lists = list ? [list, ...others] : others;
  await kept.write(NAME, lists.length > 0 ? lists : undefined);
}
