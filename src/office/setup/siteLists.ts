import { columnNames } from './columnNames.ts';
import { type Cells, readTable } from './csv.ts';

/** The lists of the site's file that are pasted as a table: the member there, the columns, and a line as a sample. */
export const siteLists = {
  units: { member: 'weightUnits', columns: ['value', 'name', 'grams'], sample: '1;kg;1000' },
  workers: { member: 'workers', columns: ['userId', 'name', 'badge'], sample: '7;Ada;W-007' },
  warehouses: { member: 'warehouses', columns: ['id', 'name'], sample: '1;Main' },
  printers: {
    member: 'printers',
    columns: ['name', 'code', 'way', 'language', 'address', 'width', 'status', 'tells'],
    sample: 'Dock 2;PRN-2;network;zpl;10.1.2.3:9100;100',
  },
} as const;

/** The columns that hold a figure. */
const figures: ReadonlySet<string> = new Set(['grams', 'width']);

export type SiteList = keyof typeof siteLists;

export const listNames = Object.keys(siteLists) as readonly SiteList[];

/** A table whose first line looks like names of columns that are not known. */
export class UnknownHead extends Error {
  override readonly name = 'UnknownHead';
  /** The line, cell by cell. */
  readonly cells: Cells;
  constructor(cells: Cells) {
    super('the first line may name columns that are not known');
    this.cells = cells;
  }
}

/**
 * Reads a pasted table as the list of the site's file; `undefined`: nothing was pasted. A first line that names columns is no part of
 * it, and says which is which; without one they are told by what stands in them, else they have their usual order. It is not checked
 * here: the file's own reader says what is wrong.
 *
 * @throws UnknownHead where the first line is like no other, and names no column that is known.
 */
export function readList(list: SiteList, text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  const { columns } = siteLists[list];
  const [first = [], ...others] = readTable(text);
  const named = columnsNamed(columns, first);
  const rows = named ? others : [first, ...others].filter((cells) => cells.length > 0);
  if (!named && isLikeNoOther(first, others)) throw new UnknownHead(first);
  const places = named ?? columnsByContent(columns, rows);
  const items = rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const cell = cells[places.get(column) ?? -1] ?? '';
        if (cell === '') return [];
        return [[column, figures.has(column) ? Number(cell.replace(',', '.')) : cell]];
      }),
    ),
  );
  return items.length === 0 ? undefined : items;
}

/** The place of each column in a table. */
type Places = ReadonlyMap<string, number>;

/**
 * Reads a line as names of columns; `undefined`: it is none. A name may fit several columns: each that fewer names fit chooses first.
 *
 * @throws UnknownHead where it names something, and not what the list is known by.
 */
function columnsNamed(columns: readonly string[], cells: Cells): Places | undefined {
  const bare = cells.map((cell) => cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  if (bare.some((cell) => /^\p{N}+$/u.test(cell))) return undefined;
  const places = new Map<string, number>();
  for (let left = columns; left.length > 0;) {
    const taken = new Set(places.values());
    const fitting = left.map((column) => ({
      column,
      at: bare.flatMap((cell, at) => (!taken.has(at) && isNameOf(column, cell) ? [at] : [])),
    }));
    const [next] = fitting.filter(({ at }) => at.length > 0).toSorted((one, other) => one.at.length - other.at.length);
    if (next?.at[0] === undefined) break;
    places.set(next.column, next.at[0]);
    left = left.filter((column) => column !== next.column);
  }
  if (places.size === 0) return undefined;
  if (places.has(columns[0] ?? '')) return places;
  if (places.size > 1) throw new UnknownHead(cells);
  return undefined;
}

function isNameOf(column: string, bare: string): boolean {
  return bare === column.toLowerCase() || (columnNames[column] ?? []).includes(bare);
}

/** Tells whether a line has no figure, and each other has one: it may name the columns, in words that are not known. */
function isLikeNoOther(first: Cells, others: readonly Cells[]): boolean {
  const hasFigure = (cells: Cells): boolean => cells.some((cell) => /^\p{N}+$/u.test(cell));
  return others.length > 0 && first.length > 0 && !/\p{N}/u.test(first.join('')) && others.every(hasFigure);
}

/** Finds the columns by what stands in them: of one that has words alone it is the name, and of the others the first with figures alone is the id. */
function columnsByContent(columns: readonly string[], rows: readonly Cells[]): Places {
  const usual = new Map(columns.map((column, at) => [column, at]));
  const all = Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, at) => at);
  const cellsAt = (at: number): Cells => rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  const words = all.filter((at) => cellsAt(at).length > 0 && cellsAt(at).every((cell) => /^\P{N}+$/u.test(cell)));
  const [nameAt] = words;
  if (words.length !== 1 || nameAt === undefined || !columns.includes('name')) return usual;
  if (all.some((at) => cellsAt(at).length === 0)) return usual;
  const rest = all.filter((at) => at !== nameAt);
  const figuresAt = rest.find(
    (at) => cellsAt(at).length === rows.length && cellsAt(at).every((cell) => /^\p{N}+$/u.test(cell)),
  );
  if (figuresAt === undefined) return usual;
  const ordered = [figuresAt, ...rest.filter((at) => at !== figuresAt)];
  const unnamed = columns.filter((column) => column !== 'name');
  return new Map([
    ['name', nameAt],
    ...unnamed.flatMap((column, at) => {
      const place = ordered[at];
      return place === undefined ? [] : [[column, place] as const];
    }),
  ]);
}

/** Returns a list of the site's file as a table. */
export function cellsOf(list: SiteList, items: readonly object[] = []): readonly Cells[] {
  return items.map((item) =>
    siteLists[list].columns.map((column) => String(new Map(Object.entries(item)).get(column) ?? '')),
  );
}
