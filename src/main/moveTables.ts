import { createHash, hash as hashOf } from 'node:crypto';
import { storable } from '#ledger/statements.ts';

/**
 * The kind of a column, by which either database takes and gives it: text, whole number, bytes, yes or no. `entering` is the name
 * of a call's entering, which PostgreSQL keeps as the number of who entered it and a ticket.
 */
type ColumnKind = 'text' | 'whole' | 'bytes' | 'yes' | 'entering';

/** A value as it is on its way, the same from either database. */
export type MovedValue = string | number | Uint8Array | null;
export type MovedRow = readonly MovedValue[];

/** A table that is moved row by row, the same in both databases but for its name. */
export interface MovedTable {
  readonly name: string;
  /** The file that has it in SQLite. */
  readonly file: (typeof MOVED_FILES)[number];
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The columns that its rows are in order of: the first ones, and no two rows have the same. */
  readonly keys: number;
  /** The column whose numbers are given out by the database, and never twice. */
  readonly numbered?: string;
  /** The trigger that says more of a row that comes in, and is no part of a move. */
  readonly trigger?: string;
}

/** The files of a gateway's own databases. */
export const MOVED_FILES = ['ledger.sqlite', 'devices.sqlite', 'lives.sqlite', 'floor.sqlite'] as const;

const [text, whole, bytes, yes, entering] = ['text', 'whole', 'bytes', 'yes', 'entering'] as const;

/** The tables, each after those that it points to. `meta` is beside them: it says of a ledger what it is. */
export const movedTables: readonly MovedTable[] = [
  {
    name: 'calls',
    file: 'ledger.sqlite',
    keys: 1,
    trigger: 'calls_stay_ended',
    columns: {
      key: text,
      fingerprint: text,
      operation: text,
      state: text,
      received_at: whole,
      dispatched_at: whole,
      settled_at: whole,
      status: whole,
      content_type: text,
      body: bytes,
      marker: text,
      detail: text,
      asker: text,
      worker: text,
      codes: text,
      entered: entering,
      decided: text,
      version: whole,
      cause: text,
    },
  },
  {
    name: 'accounts',
    file: 'ledger.sqlite',
    keys: 1,
    numbered: 'number',
    columns: {
      number: whole,
      name: text,
      name_key: text,
      subject: text,
      role: text,
      password: text,
      link_hash: text,
      link_until: whole,
      made_at: whole,
      ended_at: whole,
    },
  },
  {
    name: 'sessions',
    file: 'ledger.sqlite',
    keys: 1,
    columns: { hash: text, used_at: whole, account: whole, until: whole },
  },
  {
    name: 'audit',
    file: 'ledger.sqlite',
    keys: 1,
    numbered: 'number',
    columns: {
      number: whole,
      at: whole,
      account: whole,
      name: text,
      address: text,
      action: text,
      subject: text,
      unkept: whole,
      sure: whole,
      times: whole,
    },
  },
  {
    name: 'decisions',
    file: 'ledger.sqlite',
    keys: 1,
    numbered: 'n',
    columns: {
      n: whole,
      id: text,
      call: text,
      key: text,
      says: text,
      version: whole,
      holds: yes,
      by: text,
      asker: text,
      why: text,
      said_at: whole,
    },
  },
  { name: 'holders', file: 'ledger.sqlite', keys: 2, columns: { call: text, asker: text, at: whole } },
  {
    name: 'notes',
    file: 'ledger.sqlite',
    keys: 1,
    numbered: 'n',
    columns: {
      n: whole,
      id: text,
      call: text,
      key: text,
      text,
      by: text,
      asker: text,
      said_at: whole,
      told_at: whole,
      call_at: whole,
    },
  },
  {
    name: 'pictures',
    file: 'ledger.sqlite',
    keys: 1,
    numbered: 'n',
    columns: {
      n: whole,
      id: text,
      call: text,
      key: text,
      by: text,
      asker: text,
      taken_at: whole,
      told_at: whole,
      call_at: whole,
      bytes: whole,
      jpeg: bytes,
    },
  },
  {
    name: 'prints',
    file: 'ledger.sqlite',
    keys: 1,
    numbered: 'n',
    columns: {
      n: whole,
      id: text,
      call: text,
      copy: whole,
      operation: text,
      printer: text,
      asker: text,
      worker: text,
      state: text,
      cause: text,
      detail: text,
      known_by: text,
      labels: whole,
      tries: whole,
      owner: whole,
      ticket: text,
      heard_at: whole,
      made_at: whole,
      sent_at: whole,
      settled_at: whole,
      decided: text,
      decided_by: text,
      call_at: whole,
    },
  },
  {
    name: 'devices',
    file: 'devices.sqlite',
    keys: 1,
    numbered: 'number',
    columns: { number: whole, name: text, token_hash: text, enrolled_at: whole, seen_at: whole, revoked_at: whole },
  },
  {
    name: 'codes',
    file: 'devices.sqlite',
    keys: 1,
    columns: { hash: text, name: text, until: whole, attempt_hash: text, device: whole },
  },
  {
    name: 'lives',
    file: 'lives.sqlite',
    keys: 1,
    columns: {
      id: text,
      count: whole,
      numbers: text,
      asker: text,
      turned_at: whole,
      other: text,
      copied_at: whole,
      sender: text,
    },
  },
  {
    name: 'floor',
    file: 'floor.sqlite',
    keys: 1,
    columns: {
      id: text,
      device: whole,
      name: text,
      seen_at: whole,
      browser: text,
      report: text,
      told_at: whole,
      oldest: whole,
      oldest_since: whole,
      holder: text,
      held_at: whole,
      written: whole,
      sender: text,
    },
  },
];

/** The most rows of a page, and about the most bytes: an answer may have 4 MB. */
const [PAGE_ROWS, PAGE_BYTES] = [1_000, 4_000_000];

/**
 * Returns the statement for the rows that follow a key, as many as a page has, in order. Either database takes it.
 *
 * @param table - its name there. @param of - how a column is read there. @param keys - those that it follows; none: from the first.
 */
export function pageOf(
  { columns, keys: count }: MovedTable,
  table: string,
  of: (name: string, kind: ColumnKind) => string,
  keys: readonly string[],
): string {
  const names = Object.entries(columns);
  const order = names.slice(0, count).map(([name]) => name);
  const blobs = names.filter(([, kind]) => kind === 'bytes').map(([name]) => `coalesce(octet_length(${name}), 0)`);
  const size = blobs.join(' + ') || '0';
  const shown = names.map(([name]) => name).join(', ');
  const after = keys.length === 0 ? '' : `where (${order.join(', ')}) > (${keys.join(', ')})`;
  return `select ${shown} from (
      select *, sum(size) over (order by ${order.join(', ')} rows unbounded preceding) - size as before from (
        select ${names.map(([name, kind]) => of(name, kind)).join(', ')}, ${size} as size
        from ${table} ${after} order by ${order.join(', ')} limit ${PAGE_ROWS}
      ) as page
    ) as sized where before < ${PAGE_BYTES} order by ${order.join(', ')}`;
}

/** Makes rows of what a database gave, the same from either. */
export function toMoved({ columns }: MovedTable, found: readonly Readonly<Record<string, unknown>>[]): MovedRow[] {
  const names = Object.entries(columns);
  return found.map((row) => names.map(([name, kind]) => toValue(kind, row[name])));
}

function toValue(kind: ColumnKind, value: unknown): MovedValue {
  if (value === null || value === undefined) return null;
  if (kind === 'bytes') return value as Uint8Array;
  if (kind === 'text' || kind === 'entering') return storable(value as string);
  return Number(value); // PostgreSQL gives a number of 64 bits as a text, and yes or no as such
}

/** Returns the key of a row, in the order of a table. */
export function rowKeyOf({ keys }: MovedTable, row: MovedRow): readonly (string | number)[] {
  return row.slice(0, keys) as (string | number)[];
}

/** Counts rows, and makes a checksum of all that is in them and of their order. */
export function createSum() {
  const sum = createHash('sha256');
  let count = 0;
  return {
    add(rows: readonly MovedRow[]): void {
      count += rows.length;
      for (const row of rows) sum.update(`${JSON.stringify(row.map(summed))}\n`);
    },
    end: (): TableSum => ({ count, sum: sum.digest('hex') }),
  };
}

/** Puts bytes as short text. */
function summed(value: MovedValue): unknown {
  return value instanceof Uint8Array ? [hashOf('sha256', value)] : value;
}

/** The rows of a table, and their checksum. */
export interface TableSum {
  readonly count: number;
  readonly sum: string;
}
