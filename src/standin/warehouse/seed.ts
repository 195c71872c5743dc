import type { DatabaseSync } from 'node:sqlite';

type Row = readonly (string | number | null)[];

/** Fills the tables of the first migration: keys, workers, shelves, deliveries, transfers, batches, bags, packages. */
export function fillFirst(db: DatabaseSync): void {
  const insert = insertInto(db);
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

/** Fills the tables of the second migration, for the other operations. */
export function fillSecond(db: DatabaseSync): void {
  const insert = insertInto(db);
  insert('transfers', ['T-4004', 1]);
  insert('batches', ['B-3004']);
  const bags = [13, 14].map((n): Row => [5000 + n, `BAG-${2000 + n}`, 'T-4004', 'B-3004', 'complete', '9.75', null]);
  insert('bags', ...bags);
  insert('packages', ...bags.flatMap(([id = '', code = '']) => range(1, 2).map((n) => [`P-${id}-${n}`, code, '1.25'])));
  insert(
    'transfer_states',
    ...range(1, 4).map((n): Row => [`T-400${n}`, 'open', 'SZX', n === 3 ? 'WAW' : 'FRA', null]),
  );
  insert('inter_deliveries', ...range(1, 5).map((n) => [`I-800${n}`] as const));
  insert(
    'transport_orders',
    ...range(1, 4).map((n): Row => [
      `TO-600${n}`,
      n === 1 ? null : `I-800${n}`,
      n === 4 ? 'departed' : 'planned',
      null,
    ]),
  );
  insert('partner_reports', ['R-9001', 'Partner North', 'open'], ['R-9002', 'Partner South', 'closed']);
  insert(
    'shipments',
    ...range(1, 40).map((n): Row => [
      `D-${1000 + n}`,
      `DD-${70_000 + n}`,
      `${n}.50`,
      'kg',
      null,
      n <= 10 ? 'R-9001' : n <= 15 ? 'R-9002' : null,
    ]),
  );
  insert('external_codes', ['EX-50001', 'ORD-1-0001', 'fragile', 'A1'], ['EX-50002', 'ORD-1-0002', '', 'A2']);
  insert('countries', ['CN', 'China'], ['DE', 'Germany'], ['KZ', 'Kazakhstan'], ['PL', 'Poland']);
  insert(
    'products',
    ['EXP', 'Express', 'DE', 1, 'SZX'],
    ['ECO', 'Economy', 'DE', 1, 'YIW'],
    ['AIR', 'Air freight', 'KZ', 1, 'SZX'],
    ['RAIL', 'Rail', 'PL', 1, 'YIW'],
    ['AIR2', 'Air freight', 'PL', 2, 'SZX'],
  );
  insert('product_images', ...range(1, 3).flatMap((n) => picturesOf(`D-${1000 + n}`, n)));
  insert('scanning_lists', ...range(1, 6).map((n): Row => [n <= 4 ? 'SL-1' : 'SL-2', `D-${1000 + n}`]));
  insert(
    'paint_markers',
    ...(['red', 'blue', 'green', 'yellow'] as const).map((colour, n): Row => [
      `D-${1001 + n}`,
      colour,
      n % 2 === 0 ? 'dot' : 'stripe',
    ]),
  );
}

/** Fills the deliveries that came third: their codes alone say what is to be seen of them, pictures or a mark. */
export function fillThird(db: DatabaseSync): void {
  const insert = insertInto(db);
  const more = [...range(1101, 1103), ...range(1201, 1204)];
  insert('deliveries', ...more.map((n): Row => [`D-${n}`, `EX-5${n}`, null, null]));
  insert('shipments', ...more.map((n): Row => [`D-${n}`, `DD-7${n}`, '0.80', 'kg', null, null]));
  insert('product_images', ...range(1, 3).flatMap((n) => picturesOf(`D-${1104 - n}`, n)));
  const marks = [
    ['red', 'dot'],
    ['blue', 'stripe'],
    ['green', 'cross'],
    ['yellow', 'ring'],
  ] as const;
  insert('paint_markers', ...marks.map(([colour, shape], n): Row => [`D-${1201 + n}`, colour, shape]));
}

function picturesOf(delivery: string, many: number): readonly Row[] {
  return range(1, many).map((at): Row => [delivery, at, `SKU-${many}${at}`]);
}

function insertInto(db: DatabaseSync): (table: string, ...rows: readonly Row[]) => void {
  return (table, ...rows) => {
    const marks = rows[0]?.map(() => '?').join(', ') ?? '';
    const statement = db.prepare(`insert into ${table} values (${marks})`);
    for (const row of rows) statement.run(...row);
  };
}

/** Lists S-01-A to S-07-C: aisle, then level. */
function shelfCodes(): readonly string[] {
  return range(1, 7).flatMap((aisle) => ['A', 'B', 'C'].map((level) => `S-${padded(aisle)}-${level}`));
}

/** Makes the deliveries: D-1001 to D-1030 are off-shelf, D-1031 to D-1040 lie on shelves. */
function deliveries(): readonly (readonly (string | null)[])[] {
  const shelves = shelfCodes();
  return range(1, 40).map((n) => [
    `D-${1000 + n}`,
    `EX-${50_000 + n}`,
    n <= 30 ? null : (shelves[n - 31] ?? null),
    null,
  ]);
}

/** Makes a bag: BAG-2001 is 5001, and so on; four are a batch and a transfer, the last of each four is complete. */
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
