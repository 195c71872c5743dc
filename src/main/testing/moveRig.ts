import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type MovedTable, movedTables } from '#main/moveTables.ts';
import { openSqliteEnd } from '#main/moveSqlite.ts';

/** Unix ms of the first of the rows. */
const FROM = Date.UTC(2026, 10, 1);

/** The values of columns that hold no number and no name of their row. */
const OWN: Readonly<Record<string, (row: number) => string | number | null>> = {
  'calls.state': (row) => (['received', 'answered', 'outcome-unknown'] as const)[(row + 1) % 3] ?? 'received',
  'calls.entered': (row) =>
    row % 2 === 0
      ? row
          .toString(16)
          .toUpperCase()
          .padStart(16, row % 4 === 0 ? 'F' : '0')
      : null,
  'calls.key': (row) =>
    row % 10 === 1 ? `key-${String(row - 1).padStart(7, '0')}.g2` : `key-${String(row).padStart(7, '0')}`,
  'calls.decided': (row) => ((row + 1) % 3 === 2 ? 'done' : null),
  'decisions.says': () => 'done',
  'prints.state': (row) => (['queued', 'printed', 'unknown', 'refused'] as const)[row % 4] ?? null,
  'lives.numbers': (row) => JSON.stringify([`n${row}`]),
};

/** Fills a folder with a ledger and all beside it. @param rows - of calls; the other tables have a tenth of them, and pictures ten. */
export async function fillFolder(dataDir: string, rows: number): Promise<void> {
  const end = openSqliteEnd(dataDir, undefined, () => {});
  await end.settle();
  await end.close();
  for (const table of movedTables) {
    using db = new DatabaseSync(join(dataDir, table.file));
    db.exec('pragma foreign_keys = off; pragma synchronous = off; begin');
    const names = Object.keys(table.columns);
    const insert = db.prepare(
      `insert into ${table.name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    const count = table.name === 'calls' ? rows : table.name === 'pictures' ? 10 : Math.ceil(rows / 10);
    const trigger =
      table.trigger && db.prepare('select sql from sqlite_master where name = ?').get(table.trigger)?.['sql'];
    if (table.trigger !== undefined) db.exec(`drop trigger ${table.trigger}`);
    const given = table.numbered === undefined ? count : count + 1;
    for (let row = 1; row <= given; row += 1) insert.run(...valuesOf(table, row));
    if (table.trigger !== undefined) db.exec(String(trigger));
    // The last number was given out, and its row is gone.
    if (table.numbered !== undefined) db.exec(`delete from ${table.name} where ${table.numbered} = ${given}`);
    db.exec('commit');
  }
}

function valuesOf(table: MovedTable, row: number) {
  return Object.entries(table.columns).map(([name, kind], index) => {
    const own = OWN[`${table.name}.${name}`];
    if (own) return own(row);
    if (kind === 'bytes') return bytesOf(table.name === 'pictures' ? 200_000 : row % 50 === 0 ? 100_000 : 240, row);
    if (kind === 'yes') return row % 2;
    if (kind === 'whole')
      return name === table.numbered || name === 'account' || name === 'device' ? row : (FROM % 1e6) + row;
    return index > table.keys && row % 7 === 0 && /^(why|other|content_type|cause|name_key|token)$/.test(name)
      ? null
      : `${name} ${row} “язык” 字`;
  });
}

function bytesOf(length: number, row: number): Uint8Array {
  return new Uint8Array(length).fill(row % 251).fill(0, 0, 1);
}

/** Counts and sums all that the files of a folder keep, by table, as the files have it. */
export function readFolder(
  dataDir: string,
): Readonly<Record<string, { readonly count: number; readonly sum: string }>> {
  return Object.fromEntries(
    movedTables.map(({ name, file, columns }) => {
      using db = new DatabaseSync(join(dataDir, file), { readOnly: true });
      const [first = ''] = Object.keys(columns);
      const rows = db.prepare(`select * from ${name} order by ${first}`).all();
      return [name, { count: rows.length, sum: hash('sha256', JSON.stringify(rows, shortened)) }];
    }),
  );
}

function shortened(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? hash('sha256', value) : value;
}
