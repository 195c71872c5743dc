import { join } from 'node:path';
import { Client } from 'pg';
import { setTimeout } from 'node:timers/promises';
import { ENTRY_LOCK, letIn, shutOut } from '#ledger/gatewayLease.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { openLedgerCheckpoint } from '#ledger/ledgerCheckpoint.ts';
import { MARK, STEMS, readMark, readStems } from '#ledger/moveMark.ts';
import { connectionOf, databaseAway, placeOf } from '#ledger/postgresConnection.ts';
import { openPostgresLedger } from '#ledger/postgresLedger.ts';
import { isOfThisVersion, migrate, readMeta, setClosed, writeMeta } from '#ledger/postgresSchema.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import type { MoveEnd, MoveSource, MoveTarget, MovedWhole } from './moveLedger.ts';
import { type MovedRow, type MovedTable, type MovedValue, movedTables, pageOf, toMoved } from './moveTables.ts';

/** A page of large rows on a slow disk takes no longer, in milliseconds. */
const LONGEST_MS = 10 * 60_000;

/** The times and the milliseconds between them for which the session of a gateway that has just ended is waited for. */
const [GONE_TRIES, GONE_MS] = [50, 100];

/** The names in `meta` that are the database's own, or the move's, and go nowhere. */
const STAYS = new Set<string>([MARK, 'timeline']);

/**
 * Opens the ledger in a PostgreSQL database as an end of a move.
 *
 * @param dataDir - a gateway's folder on it: its checkpoint tells that the database did not go back, and later that it went on.
 * @throws CannotStart where the database cannot be used.
 */
export async function openPostgresEnd(url: string, dataDir: string, log: (line: string) => void): Promise<MoveEnd> {
  const database = createDatabase(url);
  const { client, place, at, meta } = database;
  await at(() => client.connect());
  return {
    kind: 'postgres',
    place,
    mark: () => at(async () => readMark(await meta(MARK))),
    page: (table, after) =>
      at(async () => {
        const keys = after.map((_, index) => `$${index + 1}`);
        const sql = pageOf(table, `scanline_${table.name}`, columnIn, keys);
        return toMoved(table, (await client.query<Record<string, unknown>>(sql, [...after])).rows);
      }),
    ...sourceIn(database, () => openPostgresLedger({ url, dataDir, now: Date.now, log })),
    ...targetIn(database, dataDir),
    async close() {
      await client.end().catch(() => {});
    },
  };
}

type Database = ReturnType<typeof createDatabase>;

/** Makes a connection to a ledger's database by which one program alone changes it. It connects when its client does. */
export function createDatabase(url: string) {
  const client = new Client({ ...connectionOf(url, { statement_timeout: '0' }), query_timeout: LONGEST_MS });
  client.on('error', () => {}); // the next statement tells of it
  const place = placeOf(url);
  /** Runs work on the database. @throws CannotStart that names it. */
  const at = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof CannotStart ? error : databaseAway(url, error);
    }
  };
  const has = async (table: string): Promise<boolean> =>
    (await client.query('select where to_regclass($1) is not null', [`scanline_${table}`])).rowCount === 1;
  return {
    client,
    place,
    at,
    has,
    /** Keeps gateways out; one that has just ended is waited for. @throws CannotStart where one is at work. */
    async shutAllOut(): Promise<void> {
      for (let tries = 0; !(await at(() => shutOut(client))); tries += 1) {
        if (tries === GONE_TRIES)
          throw new CannotStart(`DATABASE_URL: a gateway is at work on ${place}: stop all that use it.`);
        await setTimeout(GONE_MS);
      }
    },
    /** Runs work in one transaction, while no gateway enters. @throws CannotStart */
    inTransaction: (work: () => Promise<void>): Promise<void> =>
      at(async () => {
        await client.query('begin');
        try {
          await client.query('select pg_advisory_xact_lock($1)', [ENTRY_LOCK]);
          await work();
          await client.query('commit');
        } catch (error) {
          await client.query('rollback').catch(() => {});
          throw error;
        }
      }),
    meta: async (name: string): Promise<string | undefined> =>
      (await has('meta')) ? readMeta(client, name) : undefined,
  };
}

function sourceIn(
  { client, place, at, has, shutAllOut, inTransaction, meta }: Database,
  open: () => Promise<Ledger>,
): MoveSource {
  return {
    stamp: () => at(async () => [await meta('epoch'), await meta('progress'), await meta('beat')].join(' ')),

    async hold() {
      if (!(await at(() => has('calls')))) throw new CannotStart(`DATABASE_URL: ${place} has no ledger to move.`);
      await shutAllOut();
    },

    async settle() {
      await at(() => letIn(client));
      await (await open()).close();
      await shutAllOut();
    },

    whole: () => at(() => readWhole(client)),

    leave: (mark) =>
      inTransaction(async () => {
        await writeMeta(client, MARK, JSON.stringify(mark));
        await setClosed(client, true);
      }),
  };
}

function targetIn({ client, at, has, shutAllOut, inTransaction, meta }: Database, dataDir: string): MoveTarget {
  return {
    stems: () => at(async () => readStems(await meta(STEMS))),

    used: () =>
      at(async () => {
        const found: string[] = [];
        for (const name of [...movedTables.map((table) => table.name), 'site']) {
          if (!(await has(name))) continue;
          if ((await client.query(`select from scanline_${name} limit 1`)).rowCount === 1) found.push(name);
        }
        return found;
      }),

    begin: (mark) =>
      inTransaction(async () => {
        if ((await meta(MARK)) === undefined) await migrate(client);
        else if (!(await isOfThisVersion(client)))
          throw new Error('it is half moved by another version of Scanline: name an empty one');
        await shutAllOut();
        const names = [...movedTables.map(({ name }) => name), 'meta', 'epochs', 'dispatches', 'site', 'site_uses'];
        await client.query(`truncate ${names.map((name) => `scanline_${name}`).join(', ')}`);
        await writeMeta(client, MARK, JSON.stringify(mark));
        await setClosed(client, true);
      }),

    async goesOn() {
      await inTransaction(async () => {}); // a page of the move that was killed may still be on its way to the disk
      return at(() => isOfThisVersion(client));
    },

    last: (table) =>
      at(async () => {
        const order = Object.keys(table.columns).slice(0, table.keys);
        const sql = `select ${order.join(', ')} from scanline_${table.name} order by ${order.map((name) => `${name} desc`).join(', ')} limit 1`;
        const { rows } = await client.query<Record<string, unknown>>(sql);
        return rows.flatMap((row) => order.map((name) => row[name] as string));
      }),

    add: (table, rows) => inTransaction(() => addRows(client, table, rows)),

    async finish(whole, stem) {
      const epoch = whole.meta.get('epoch') ?? '';
      const beat = Number(whole.meta.get('beat') ?? 0) + 1; // an older copy of this ledger is behind it
      await inTransaction(() => writeWholeIn(client, whole, epoch, beat));
      const checkpoint = openLedgerCheckpoint(join(dataDir, 'ledger.postgres.witness'), { now: Date.now });
      checkpoint.note({ epoch, count: 0, beat }, true);
      checkpoint.close();
      await inTransaction(async () => {
        await writeMeta(client, STEMS, JSON.stringify([...readStems(whole.meta.get(STEMS)), stem]));
        await client.query('delete from scanline_meta where name = $1', [MARK]);
        await setClosed(client, false);
      });
    },
  };
}

/** Writes what is in no table of rows. */
async function writeWholeIn(client: Client, whole: MovedWhole, epoch: string, beat: number): Promise<void> {
  for (const [name, value] of whole.meta) await writeMeta(client, name, value);
  await writeMeta(client, 'beat', String(beat));
  await client.query('insert into scanline_epochs values ($1, $2) on conflict do nothing', [epoch, Date.now()]);
  if (whole.site !== undefined) {
    await client.query('insert into scanline_site (version, text) values (1, $1) on conflict do nothing', [whole.site]);
  }
  for (const { name, numbered } of movedTables) {
    if (numbered === undefined) continue;
    await client.query('select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, 1), $3::bigint > 0)', [
      `scanline_${name}`,
      numbered,
      whole.numbers.get(name) ?? 0,
    ]);
  }
}

/** Returns how a column is read. */
function columnIn(name: string, kind: string): string {
  if (kind !== 'entering') return name;
  return `case when ticket is not null then concat(owner, '/', ticket) when owner is not null
    then upper(lpad(to_hex(owner), 16, '0')) end as ${name}`;
}

const TYPES = { text: 'text', whole: 'bigint', bytes: 'bytea', yes: 'boolean' } as const;

/** Adds rows by one statement, each column an array. */
async function addRows(client: Client, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  const [names, types, values]: [string[], string[], unknown[][]] = [[], [], []];
  const put = (name: string, type: string, column: unknown[]): void => {
    names.push(name);
    types.push(`$${names.length}::${type}[]`);
    values.push(column);
  };
  for (const [index, [name, kind]] of Object.entries(table.columns).entries()) {
    const column = rows.map((row) => row[index] ?? null);
    if (kind !== 'entering') {
      put(name, TYPES[kind], kind === 'yes' ? column.map((value) => value === 1) : column);
      continue;
    }
    const entered = column.map(toEntering);
    put(
      'owner',
      'bigint',
      entered.map(([owner]) => owner),
    );
    put(
      'ticket',
      'bigint',
      entered.map(([, ticket]) => ticket),
    );
  }
  const into = `scanline_${table.name}`;
  const trigger = async (verb: string): Promise<void> => {
    if (table.trigger !== undefined)
      await client.query(`alter table ${into} ${verb} trigger scanline_${table.trigger}`);
  };
  await trigger('disable');
  await client.query(
    `insert into ${into} (${names.join(', ')}) overriding system value select * from unnest(${types.join(', ')})`,
    values,
  );
  await trigger('enable');
}

/** Takes the name of an entering apart: the one of SQLite, eight bytes as letters, is a number without a ticket. */
function toEntering(entered: MovedValue): readonly [string | null, string | null] {
  if (entered === null) return [null, null];
  const [owner = '', ticket] = String(entered).split('/');
  if (ticket === undefined) return [BigInt.asIntN(64, BigInt(`0x${owner}`)).toString(), null];
  return [owner === '' ? null : owner, ticket === '' ? null : ticket];
}

async function readWhole(client: Client): Promise<MovedWhole> {
  const { rows: texts } = await client.query<{ name: string; value: string }>('select name, value from scanline_meta');
  const moved = texts.filter(({ name }) => !STAYS.has(name));
  const numbers = new Map<string, number>();
  for (const { name, numbered } of movedTables) {
    if (numbered === undefined) continue;
    const asked = await client.query<{ sequence: string }>('select pg_get_serial_sequence($1, $2) as sequence', [
      `scanline_${name}`,
      numbered,
    ]);
    const of = await client.query<{ last: string }>(
      `select case when is_called then last_value else 0 end as last from ${asked.rows[0]?.sequence}`,
    );
    numbers.set(name, Number(of.rows[0]?.last));
  }
  const { rows: sites } = await client.query<{ text: string }>(
    'select text from scanline_site order by version desc limit 1',
  );
  return { meta: new Map(moved.map(({ name, value }) => [name, value])), numbers, site: sites[0]?.text };
}
