import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Copied, Rotation } from '#contract/rotation.ts';
import { openSqliteFile } from '#ledger/sqliteFile.ts';
import { clientOf, networkOf } from '#http/clientAddress.ts';
import { MOST_OF_ONE, isCrowded, thinningOf } from '#ledger/crowding.ts';
import type { Settings } from '#settings/settings.ts';
import type { DatabasePlace } from '#ledger/connections.ts';
import { type DatabaseRow, type Statements, type Steps, onPostgres, onSqlite } from '#ledger/statements.ts';

/** A storage's number, as far as it was rotated. */
interface State {
  readonly count: number;
  /** The last numbers, the newest last. */
  readonly numbers: readonly string[];
}

/** The numbers that are remembered of one storage, so that a request that comes an hour late is known by its own. */
const REMEMBERED = 64;

/**
 * Rotates a storage's number, and tells whether the storage was copied.
 *
 * A storage that goes on alone is never behind: the next number was on its disk before it was sent. One may be ahead, where
 * hellos were lost or the list here was put back. A rotation that is known comes again, or late.
 *
 * @returns `after`: the new state, where the number was rotated.
 */
function rotated(
  known: State = { count: -1, numbers: [] },
  { count, number, next }: Rotation,
): { readonly copied?: Copied; readonly after?: State } {
  /** Returns the number after so many rotations; empty: its hello was lost. */
  const at = (rotations: number): string | undefined =>
    known.numbers[known.numbers.length - 1 - (known.count - rotations)];
  const after = (before: readonly string[]): { readonly after: State } => ({
    after: { count: count + 1, numbers: [...before, number, next].slice(-REMEMBERED) },
  });
  if (count > known.count) {
    const lost = Math.min(count - known.count - 1, REMEMBERED);
    return after([...known.numbers, ...Array<string>(lost).fill('')]);
  }
  if (at(count + 1) === next) return {};
  if (at(count + 1) === '') return { copied: 'maybe' };
  if (at(count) !== number) return { copied: 'surely' };
  if (count === known.count) return after(known.numbers.slice(0, -1));
  // It showed the number before the last: a copy, or a handheld whose battery died before its disk had the last.
  return count === known.count - 1 ? { copied: 'maybe', ...after(known.numbers.slice(0, -2)) } : { copied: 'surely' };
}

/** Two handhelds that go on from one storage. */
export interface CopiedLife {
  /** The address, after the number of an enrolled handheld and a blank. */
  readonly asker: string;
  readonly other: string;
  /** Unix ms. */
  readonly at: number;
}

export interface Lives {
  /** Rotates a storage's number. @param now - Unix ms. @returns how surely the storage was copied; `undefined`: it was not. */
  rotate(rotation: Rotation, asker: Asker, now: number): Promise<Copied | undefined>;
  /** Lists those that were noticed since a time, Unix ms, the newest first; fifty at most. */
  copied(since: number): Promise<readonly CopiedLife[]>;
  close(): Promise<void>;
}

/** The one that rotates a number: an enrolled handheld by its own, for which nobody else can rotate one; anybody else by address. */
export interface Asker {
  readonly device?: number | undefined;
  readonly address: string;
}

type LifeStatement = keyof ReturnType<typeof statements>;

/** The storages that are kept of one enrolled handheld: it has one, and each reset begins another. */
const MOST_OF_DEVICE = 16;

/** Returns the statements by name. @param locking - keeps the row for whoever looked it up first, until the transaction ends. */
function statements(lives: string, locking = '') {
  return {
    add: `insert into ${lives} (id, count, numbers, asker, sender, turned_at) values ($1, -1, '[]', '', $2, $3) on conflict (id) do nothing`,
    find: `select count, numbers, asker, copied_at from ${lives} where id = $1 ${locking}`,
    rotate: `update ${lives} set count = $2, numbers = $3, asker = $4, sender = $5, turned_at = $6 where id = $1`,
    copy: `update ${lives} set copied_at = $2, other = $3 where id = $1`,
    ...thinningOf({ table: lives, heardAt: 'turned_at' }),
    copied: `select asker, other, copied_at from ${lives} where copied_at >= $1 order by copied_at desc limit 50`,
  };
}

/** Rotates a number in one transaction. The steps are the same for either kind of database. */
function* rotating(
  rotation: Rotation,
  { device, address }: Asker,
  now: number,
): Steps<LifeStatement, Copied | undefined> {
  // A hash is enough to look it up, and with its own number nobody can look up another handheld's.
  const id = hash('sha256', `${device ?? ''} ${rotation.id}`, 'hex');
  const asker = device === undefined ? address : `${device} ${address}`;
  const sender = device === undefined ? networkOf(address) : `d${device}`;
  yield ['add', id, sender, now];
  const [row] = (yield ['find', id]).rows;
  if (!row) return undefined;
  if (row['copied_at'] !== null) return 'surely'; // to each handheld that goes on from it, until it begins a storage of its own
  const count = Number(row['count']);
  const known = count < 0 ? undefined : { count, numbers: JSON.parse(String(row['numbers'])) as string[] };
  const { copied, after } = rotated(known, rotation);
  if (after) yield ['rotate', id, after.count, JSON.stringify(after.numbers), asker, sender, now];
  if (copied === 'surely') yield ['copy', id, now, asker];
  if (!known) {
    yield ['thinSender', sender, device === undefined ? MOST_OF_ONE : MOST_OF_DEVICE];
    if (isCrowded((yield ['size']).rows[0])) yield ['thin'];
  }
  return copied;
}

function toCopied(row: DatabaseRow): CopiedLife {
  return { asker: String(row['asker']), other: String(row['other']), at: Number(row['copied_at']) };
}

/** Makes what rotates a number for a hello. Where nothing can be kept it returns `undefined`, so that the hello is answered. */
export function rotateIn(lives: Lives) {
  return async (rotation: Rotation, request: FastifyRequest): Promise<Copied | undefined> => {
    const asker = { device: request.device, address: clientOf(request).address };
    try {
      const copied = await lives.rotate(rotation, asker, Date.now());
      if (copied === 'surely') request.log.warn(asker, 'two handhelds go on from one storage');
      return copied;
    } catch (error) {
      request.log.error({ err: error }, 'the number of a storage cannot be rotated');
      return undefined;
    }
  };
}

/** Opens the list of the handhelds' storages, beside the ledger. @param log - told of a broken file. @throws CannotStart */
export function openLives(
  { dataDir, database }: Pick<Settings, 'dataDir'> & { readonly database?: DatabasePlace | undefined },
  log: (line: string) => void,
): Lives {
  const { run, inTransaction, close } =
    database === undefined
      ? openSqliteLives(dataDir, log)
      : onPostgres(database, 2, 'lives', statements('scanline_lives', 'for update')); // gateways behind one address share it
  return {
    rotate: (...asked) => inTransaction(() => rotating(...asked)),
    copied: async (since) => (await run('copied', since)).rows.map(toCopied),
    close,
  };
}

/** Opens the list in a file of its own, which is in no back-up: a restore does not bring back old numbers. */
function openSqliteLives(dataDir: string, log: (line: string) => void): Statements<LifeStatement> {
  const db = openSqliteFile({
    path: join(dataDir, 'lives.sqlite'),
    migrations: [
      `create table lives (
         id text primary key,
         count integer not null,
         numbers text not null,
         asker text not null,
         turned_at integer not null,
         other text,
         copied_at integer
       ) strict;
       create index lives_by_age on lives (turned_at);`,
      `alter table lives add column sender text not null default '';
       create index lives_by_sender on lives (sender, turned_at);`,
    ],
    synchronous: 'NORMAL',
    onBroken: (movedTo) => log(`What was known of handhelds' storages was damaged. It was moved to ${movedTo}.`),
  });
  return onSqlite(db, statements('lives'));
}
