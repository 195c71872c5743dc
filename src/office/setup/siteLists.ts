import { type Cells, readTable } from './csv.ts';

/** The lists of the site's file that are pasted as a table: the member there, the columns, and a line as a sample. */
export const siteLists = {
  units: { member: 'weightUnits', columns: ['value', 'name', 'grams'], sample: '1;kg;1000' },
  workers: { member: 'workers', columns: ['userId', 'name', 'badge'], sample: '7;Ada;W-007' },
  warehouses: { member: 'warehouses', columns: ['id', 'name'], sample: '1;Main' },
} as const;

export type SiteList = keyof typeof siteLists;

export const listNames = Object.keys(siteLists) as readonly SiteList[];

/**
 * Reads a pasted table as the list of the site's file; `undefined`: nothing was pasted. A first line that names the columns
 * is left out. It is not checked here: the file's own reader says what is wrong.
 */
export function readList(list: SiteList, text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  const { columns } = siteLists[list];
  const rows = readTable(text).filter(([first = ''], at) => at > 0 || first.toLowerCase() !== columns[0].toLowerCase());
  const items = rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap((column, at) => {
        const cell = cells[at] ?? '';
        if (cell === '') return [];
        return [[column, column === 'grams' ? Number(cell.replace(',', '.')) : cell]];
      }),
    ),
  );
  return items.length === 0 ? undefined : items;
}

/** Returns a list of the site's file as a table. */
export function cellsOf(list: SiteList, items: readonly object[] = []): readonly Cells[] {
  return items.map((item) =>
    siteLists[list].columns.map((column) => String(new Map(Object.entries(item)).get(column) ?? '')),
  );
}
