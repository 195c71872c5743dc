import { copyFileSync, mkdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger, LedgerCall } from '#ledger/ledger.ts';
import type { Clocks } from '#ledger/ledgerTime.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import { type PostgresLedgerPorts, openPostgresLedger } from '#ledger/postgresLedger.ts';
import { type PostgresHere, type PostgresServer, sayWhySkipped, startPostgres } from './postgresRig.ts';
import { tempDir } from './rig.ts';
import { sharedPostgres } from './sharedPostgres.ts';
import { openSqliteLedger } from '#ledger/sqliteLedger.ts';
import { openLedgerReader } from '#ledger/openLedger.ts';

/** An open ledger, with all that it has logged. */
export interface Opened extends AsyncDisposable {
  readonly ledger: Ledger;
  said(): string;
}

/** The options of an opening that is not as usual. */
export interface OpenOptions extends Partial<PostgresLedgerPorts> {
  /** The gateway, which has a folder of its own. SQLite has one gateway. */
  readonly gateway?: string;
}

/** A place where a ledger stays from one opening to the next. */
export interface LedgerHere extends AsyncDisposable {
  open(options?: OpenOptions): Promise<Opened>;
  /** Opens a reader of it. */
  reader(): LedgerReader;
  /** Returns the whole row of a key. */
  row(key: string): Promise<Record<string, unknown> | undefined>;
  /** Returns the Unix ms before which a key that was first tried may have been forgotten. */
  prunedBefore(): Promise<number>;
  /** Makes a back-up as docs/gateway.md says. @returns a function that restores it; the ledger must be closed. */
  backup(): Promise<() => Promise<void>>;
  /** Deletes the ledger, and leaves the checkpoint beside it. */
  deleteAll(): Promise<void>;
  /** Returns the path of the checkpoint that the gateway keeps beside the ledger. */
  checkpoint(gateway?: string): string;
}

/** A kind of ledger: makes places with nothing in them. */
export interface LedgerKind {
  readonly name: 'SQLite' | 'PostgreSQL';
  place(): Promise<LedgerHere>;
}

/** The time of a test's calls, Unix ms. */
export const NOW = Date.UTC(2026, 10, 21);

/** The service's reply. */
export const REPLY = { status: 200, contentType: 'text/xml', body: Buffer.from('<string/>'), marker: null };

const LINE = `name = 'pruned_before'`;

/** Places of SQLite ledgers, which need nothing. */
export const sqliteKind: LedgerKind = {
  name: 'SQLite',
  async place() {
    const folder = tempDir();
    const file = join(folder.path, 'ledger.sqlite');
    const removeLogs = (): void => {
      for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    };
    const read = <T>(work: (db: DatabaseSync) => T): T => {
      using db = new DatabaseSync(file, { readOnly: true });
      return work(db);
    };
    return {
      open: ({ now, monotonic } = {}) => openSqliteIn(folder.path, now, monotonic),
      reader: () => openLedgerReader(folder.path),
      row: async (key) => read((db) => db.prepare('select * from calls where key = ?').get(key)),
      prunedBefore: async () =>
        Number(read((db) => db.prepare(`select value from meta where ${LINE}`).get())?.['value']),
      async backup() {
        const copy = join(folder.path, 'backup.sqlite');
        read((db) => db.exec(`vacuum into '${copy}'`));
        return async () => {
          removeLogs();
          copyFileSync(copy, file);
        };
      },
      async deleteAll() {
        removeLogs();
        rmSync(file);
      },
      checkpoint: () => join(folder.path, 'ledger.witness'),
      [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
    };
  },
};

/** Opens the SQLite ledger of a folder. */
export function openSqliteIn(dataDir: string, now?: () => number, monotonic = now): Promise<Opened> {
  return noting((log) => openSqliteLedger({ dataDir, ...clocksOf(now, monotonic), log }));
}

/** Makes the kind whose places are databases of one server. */
function postgresKind(server: PostgresHere): PostgresKind {
  return {
    name: 'PostgreSQL',
    async place() {
      const folder = tempDir();
      const url = await server.database();
      const empty = async (): Promise<void> => {
        const at = new URL(url);
        const name = at.pathname.slice(1);
        at.pathname = '/postgres';
        await server.ask(at.href, `drop database ${name} with (force)`);
        await server.ask(at.href, `create database ${name}`);
      };
      return {
        url,
        async open({ gateway = 'one', now, ...options } = {}) {
          const dataDir = join(folder.path, gateway);
          mkdirSync(dataDir, { recursive: true });
          return noting((log) => openPostgresLedger({ url, dataDir, ...clocksOf(now), log, ...options }));
        },
        reader: () => openLedgerReader('', url),
        row: async (key) => (await server.ask(url, 'select * from scanline_calls where key = $1', [key]))[0],
        prunedBefore: async () =>
          Number((await server.ask(url, `select value from scanline_meta where ${LINE}`))[0]?.['value']),
        async backup() {
          const dump = server.run('pg_dump', ['--dbname', url]);
          return async () => {
            await empty();
            server.run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--dbname', url], dump);
          };
        },
        deleteAll: empty,
        checkpoint: (gateway = 'one') => join(folder.path, gateway, 'ledger.postgres.witness'),
        [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
      };
    },
  };
}

/** The kind whose places have an address. */
interface PostgresKind extends LedgerKind {
  place(): Promise<PostgresPlace>;
}

/** A place that several gateways can share. */
export interface PostgresPlace extends LedgerHere {
  readonly url: string;
}

/** Returns both kinds; where PostgreSQL is not installed it says so, and leaves that kind out. */
export async function ledgerKinds(): Promise<readonly LedgerKind[]> {
  const server = await sharedPostgres();
  return server === undefined ? [sqliteKind] : [sqliteKind, postgresKind(server)];
}

/** A server and places in it. */
export interface PostgresPlaces<Server extends PostgresHere = PostgresHere> {
  readonly server: Server;
  newPlace(): Promise<PostgresPlace>;
}

/** Returns places in the server that all tests of the run share; `undefined`: there is none, and that was said. */
export async function sharedPostgresKind(): Promise<PostgresPlaces | undefined> {
  const server = await sharedPostgres();
  return server && { server, newPlace: postgresKind(server).place };
}

/** Starts a server of the test's own, which it may stop; where it cannot it says why, and returns `undefined`. */
export async function startPostgresKind(): Promise<(AsyncDisposable & PostgresPlaces<PostgresServer>) | undefined> {
  const server = await startPostgres();
  if (typeof server !== 'string') {
    return { server, newPlace: postgresKind(server).place, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }
  sayWhySkipped(server);
  return undefined;
}

/** The places of a server that is not there: its tests are skipped. */
export const skipped = {} as PostgresPlaces<PostgresServer>;

/** Makes a call under a key. */
export function ledgerCall(key: string, more?: Partial<LedgerCall>): LedgerCall {
  return { key, fingerprint: 'print', operation: 'RevertOff', ...more };
}

/** Enters a call and dispatches it. */
export async function dispatched(ledger: Ledger, key: string): Promise<void> {
  await ledger.receive(ledgerCall(key, { entered: (await ledger.find(key))?.entered }), Date.now());
  if (!(await ledger.dispatch(ledgerCall(key), Date.now()))) throw new Error(`${key} was dispatched by another`);
}

/** Enters a call, dispatches it and keeps its answer. */
export async function enterSettled(ledger: Ledger, key: string, at = NOW): Promise<void> {
  await ledger.receive(ledgerCall(key), at);
  await ledger.dispatch(ledgerCall(key), at);
  await ledger.answer(key, REPLY, at);
}

/** Makes a ledger forget all that it may. @param heard - the last time of another machine's clock, Unix ms. @returns the number of calls. */
export async function forgetAll(ledger: Ledger, heard?: number): Promise<number> {
  let all = 0;
  for (let some = -1; some !== 0; all += some) some = await ledger.prune(heard);
  return all;
}

/** Cuts a file short. */
export function tear(file: string): void {
  truncateSync(file, 20);
}

/** Returns a test's clock, which counts for monotonic time too where none is given; else the machine's. */
function clocksOf(now: (() => number) | undefined, monotonic = now): Clocks {
  return now ? { now, monotonic } : { now: Date.now };
}

async function noting(open: (log: (line: string) => void) => Promise<Ledger>): Promise<Opened> {
  const lines: string[] = [];
  const ledger = await open((line) => lines.push(line));
  return { ledger, said: () => lines.join(' '), [Symbol.asyncDispose]: () => ledger.close() };
}
