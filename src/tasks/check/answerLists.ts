import type { SiteConfiguration } from '#site/site.ts';
import { type Tree, isBranch, isList } from '#site/answer/answerTree.ts';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { type CheckList, nameOf } from './checkList.ts';
import { type GoodsKind, type GoodsRow, goodsColumn } from './goodsColumn.ts';

const MOST_ENTRIES = 1_000;
const HAS_FIGURE = /\p{N}/u;
const PICTURE = /^(?:data:image\/|https?:\/\/[^?#\s]+\.(?:png|jpe?g|gif|webp)(?:[?#]|$))/i;

/** One list of an answer. */
export interface AnswerList extends Pick<CheckList, 'entries' | 'byOwn' | 'holders'> {
  /** The name that the answer has for it; empty where that is all there is. */
  readonly name: string;
  /** The kind of its goods, where that is known. */
  readonly kind?: GoodsKind;
}

/**
 * Returns the lists of an answer that can be checked off, the outermost first, read as the answer is shown: of JSON and
 * XML all entries of one place, wherever it is, else the lines. None of fewer than two entries, or of too many to scan,
 * none that only holds others: of a list of lists it is the goods in them; and none of pictures of goods that it does not name.
 */
export function listsIn(text: string, site: Pick<SiteConfiguration, 'codes'>): readonly AnswerList[] {
  const tree = readAnswer(text);
  if (!isBranch(tree)) return [{ name: '', entries: filled(linesOf(text)) }].filter(isOffered);
  const lists = listsOf(site, tree).map(({ name, rows }) => asList(site, name, rows));
  const goods = lists.filter(({ kind }) => kind !== undefined);
  return lists.filter((list) => isOffered(list) && !isHolder(list, goods));
}

function isOffered({ entries, kind }: AnswerList): boolean {
  const isOfPictures = entries.some((values) => values.some((value) => PICTURE.test(value)));
  return entries.length >= 2 && entries.length <= MOST_ENTRIES && (kind !== undefined || !isOfPictures);
}

/** Tells whether a list of no goods only holds lists of goods. */
function isHolder({ name, kind }: AnswerList, goods: readonly AnswerList[]): boolean {
  const start = `${name} `.trimStart();
  return kind === undefined && goods.some((other) => other.name.startsWith(start) && other.name !== name);
}

/** One row of a list, and the code of the entry that it is in: empty at the top. */
interface HeldRow {
  readonly cells: GoodsRow;
  readonly holder: string;
}

function asList(site: Pick<SiteConfiguration, 'codes'>, name: string, rows: readonly HeldRow[]): AnswerList {
  const cells = rows.map((row) => row.cells);
  const own = goodsColumn(site, name, cells);
  const full = rows
    .map(({ cells: row, holder }) => {
      const { [own?.name ?? '']: code, ...others } = Object.fromEntries(row);
      return { values: [...(code === undefined ? [] : [code]), ...Object.values(others)], holder };
    })
    .filter(({ values }) => values.length > 0);
  const holders = full.map(({ holder }) => holder);
  return {
    name,
    entries: full.map(({ values }) => values),
    ...(own && { byOwn: true }),
    ...(own?.kind && { kind: own.kind }),
    ...(new Set(holders).size > 1 && { holders }),
  };
}

const filled = (entries: CheckList['entries']): CheckList['entries'] => entries.filter(({ length }) => length > 0);

interface Level {
  readonly name: string;
  readonly tree: Tree;
  readonly holder: string;
}

function listsOf(
  site: Pick<SiteConfiguration, 'codes'>,
  top: Tree,
): readonly { readonly name: string; readonly rows: readonly HeldRow[] }[] {
  const found = new Map<string, HeldRow[]>();
  let level: readonly Level[] = [{ name: '', tree: top, holder: '' }];
  while (level.length > 0) {
    level = level.flatMap(({ name, tree, holder }): readonly Level[] => {
      if (!isBranch(tree)) return [];
      if (!isList(tree)) {
        return Object.entries(tree).map(([key, member]) => ({ name: `${name} ${key}`.trim(), tree: member, holder }));
      }
      const rows = tree.map((entry) => new Map(cellsOf(entry)));
      const held = found.get(name) ?? [];
      for (const cells of rows) held.push({ cells, holder });
      found.set(name, held);
      const own = goodsColumn(site, name, rows)?.name ?? '';
      return tree.map((entry, index) => ({
        name,
        tree: isBranch(entry) && isList(entry) ? '' : entry,
        holder: rows[index]?.get(own) ?? nameOf({}, [...(rows[index]?.values() ?? [])]),
      }));
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
