import type { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { inTransaction, openSqliteFile } from '#gateway/sqliteFile.ts';
import { journalTable } from '#gateway/standin/journal.ts';

const migrations = [
  `${journalTable};
   create table api_keys (key text primary key, holder text not null) strict;
   create table workers (user_id text primary key, user_code text not null, name text not null) strict;
   create table warehouses (id integer primary key, code text not null, name text not null) strict;
   create table shelves (code text primary key, warehouse_id integer not null references warehouses) strict;
   create table deliveries (
     code text primary key,
     os_code text not null unique,
     shelf_code text references shelves,
     moved_by text
   ) strict;
   create table transfers (code text primary key, warehouse_id integer not null references warehouses) strict;
   create table batches (code text primary key) strict;
   create table bags (
     log_transfer_dtl_id integer primary key,
     code text not null unique,
     transfer_code text not null references transfers,
     batch_code text not null references batches,
     status text not null check (status in ('open', 'complete')),
     weight text,
     changed_by text
   ) strict;
   create table packages (code text primary key, bag_code text not null references bags (code), weight text not null) strict;`,
];

/** Opens the stand-in's warehouse, and fills it where it is empty: the same every time. */
export function openWarehouse(dataDir: string, log: (line: string) => void): DatabaseSync {
  const db = openSqliteFile({
    path: join(dataDir, 'standin.sqlite'),
    migrations,
    synchronous: 'NORMAL', // a killed process loses nothing; a lost power supply may lose the last of demo data
    onBroken: (movedTo) => log(`The stand-in's database was damaged. It was moved to ${movedTo}.`),
  });
  const { filled } = db.prepare('select exists (select 1 from warehouses) as filled').get() as { filled: number };
  if (filled === 0) inTransaction(db, () => fill(db));
  return db;
}

function fill(db: DatabaseSync): void {
  const insert = (table: string, ...rows: readonly (readonly (string | number | null)[])[]): void => {
    const marks = rows[0]?.map(() => '?').join(', ') ?? '';
    const statement = db.prepare(`insert into ${table} values (${marks})`);
    for (const row of rows) statement.run(...row);
  };
  insert('api_keys', ['demo-key-0001', 'handhelds'], ['demo-key-0002', 'handhelds, after a change of key']);
  insert('workers', ['7', 'W-007', 'Ada Moreno'], ['8', 'W-008', 'Li Wei'], ['9', 'W-009', 'Ivan Petrov']);
  insert('warehouses', [1, 'WH-1', 'Main warehouse'], [2, 'WH-2', 'Airport warehouse']);
  insert('shelves', ...shelfCodes().map((code) => [code, 1] as const));
  insert('deliveries', ...deliveries());
  insert('transfers', ['T-4001', 1], ['T-4002', 1], ['T-4003', 2]);
  insert('batches', ['B-3001'], ['B-3002'], ['B-3003']);
  const bags = range(1, 12).map(bag);
  insert('bags', ...bags);
  insert('packages', ...bags.flatMap(([id, code]) => range(1, 3).map((n) => [`P-${id}-${n}`, code, `0.${n}5`])));
}

/** S-01-A to S-07-C: aisle, then level. */
function shelfCodes(): readonly string[] {
  return range(1, 7).flatMap((aisle) => ['A', 'B', 'C'].map((level) => `S-${padded(aisle)}-${level}`));
}

/** D-1001 to D-1030 are off-shelf; D-1031 to D-1040 lie on shelves. */
function deliveries(): readonly (readonly (string | null)[])[] {
  const shelves = shelfCodes();
  return range(1, 40).map((n) => [
    `D-${1000 + n}`,
    `EX-${50_000 + n}`,
    n <= 30 ? null : (shelves[n - 31] ?? null),
    null,
  ]);
}

/** BAG-2001 is 5001, and so on; four bags to a batch and a transfer, the last of each four complete. */
function bag(n: number): readonly [number, string, string, string, string, string | null, string | null] {
  const group = Math.ceil(n / 4);
  const complete = n % 4 === 0;
  const [transfer, batch] = [`T-${4000 + group}`, `B-${3000 + group}`];
  return [
    5000 + n,
    `BAG-${2000 + n}`,
    transfer,
    batch,
    complete ? 'complete' : 'open',
    complete ? '12.50' : null,
    null,
  ];
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function padded(n: number): string {
  return String(n).padStart(2, '0');
}
