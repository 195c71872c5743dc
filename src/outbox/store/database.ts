import { type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames, openDB } from 'idb';
import { type Attempt, type QueuedCall, type State, allStates } from '#outbox/state/queuedCall.ts';

/** A row as stored: the call, and markers that exist only for the indexes. */
export interface StoredCall extends QueuedCall {
  /** 1 on rows that stand in their lane, absent on ended ones and on prints that ask. */
  readonly open?: 1;
  /** 1 on the first open row of its lane: the only one that may be claimed. */
  readonly head?: 1;
  /** Operation and parameters as one text, to find the same intent again. */
  readonly intent: string;
}

/** The last answer of a read, kept to be shown with its age. */
export interface KeptAnswer {
  readonly intent: string;
  readonly text: string | null;
  /** Unix ms. */
  readonly at: number;
}

export interface OutboxSchema extends DBSchema {
  calls: {
    key: number;
    value: StoredCall;
    indexes: {
      byCallId: string;
      byState: [State, number];
      byHead: [1, State, number];
      byOpenLane: [string, 1, number];
      byOpenIntent: [string, 1];
    };
  };
  attempts: { key: number; value: Attempt; indexes: { bySeq: [number, number]; byToken: string } };
  /**
   * One row of counts by state, changed in the transaction that changes a state; and one of the refusals that nobody has
   * looked at yet, which older databases lack.
   */
  totals: { key: 'calls' | 'refusals'; value: Totals | Refusals };
  answers: { key: string; value: KeptAnswer };
  /** Small things this handheld keeps: settings, the wrapped key, the queue's pause. */
  kept: { key: string; value: unknown };
}

export type Totals = Readonly<Record<State, number>>;

/** Calls whose answers no person has looked at since: their keys, the oldest first. */
export interface Refusals {
  /** The service refused them. */
  readonly unseen: readonly number[];
  /** No rule of the site knows the answer; absent in a row of an older build. */
  readonly unclear?: readonly number[];
  /** Their labels were fetched, and not handed over; absent in a row of an older build. */
  readonly labels?: readonly number[];
  /** Their labels go to printers of the site, and are not surely there; absent in a row of an older build. */
  readonly printing?: readonly number[];
}

export type OutboxDatabase = IDBPDatabase<OutboxSchema>;
type Upgrade = IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>;

/**
 * One step from a version to the next. Append only: a shipped step is never changed, and every step keeps the rows.
 * A step that fails undoes the whole upgrade.
 */
export type Migration = (database: OutboxDatabase, upgrade: Upgrade) => void | Promise<void>;

export const noTotals = Object.fromEntries(allStates.map((state) => [state, 0])) as Totals;

/** Step n leads from version n to n + 1. */
export const migrations: readonly Migration[] = [
  (database, upgrade) => {
    const calls = database.createObjectStore('calls', { keyPath: 'seq', autoIncrement: true });
    calls.createIndex('byCallId', 'callId', { unique: true });
    calls.createIndex('byState', ['state', 'seq']);
    calls.createIndex('byHead', ['head', 'state', 'seq']);
    calls.createIndex('byOpenLane', ['lane', 'open', 'seq']);
    calls.createIndex('byOpenIntent', ['intent', 'open']);
    const attempts = database.createObjectStore('attempts', { keyPath: 'id', autoIncrement: true });
    attempts.createIndex('bySeq', ['seq', 'id']);
    attempts.createIndex('byToken', 'token');
    database.createObjectStore('totals');
    database.createObjectStore('answers', { keyPath: 'intent' });
    database.createObjectStore('kept');
    return upgrade
      .objectStore('totals')
      .put(noTotals, 'calls')
      .then(() => undefined);
  },
];

/** The database could not be opened, or was closed and could not be opened again. Nothing was written. */
export class StorageClosed extends Error {
  override readonly name = 'StorageClosed';
}

/** A newer Scanline has changed the database: this page is too old to write to it. */
export class StorageNewer extends Error {
  override readonly name = 'StorageNewer';
}

export interface Connection {
  /** Runs `use` on an open database; a connection that has died is opened again, at most three times. */
  run<T>(use: (database: OutboxDatabase) => Promise<T>): Promise<T>;
  close(): void;
}

const REOPENS = 3;

/**
 * The one connection to the outbox's database: opened at once, while its user is still being built, cached as a promise, opened again at
 * once where the browser closed it, as what is there then may be another, empty one. A newer page's upgrade closes it, so that
 * the upgrade is never blocked.
 *
 * @param steps - the migrations; another list is for tests of upgrades.
 * @param onOpen - called each time it has been opened: what is in it may be another database's.
 */
export function connect(
  name: string,
  steps: readonly Migration[] = migrations,
  onOpen: () => void = () => undefined,
): Connection {
  let opening: Promise<OutboxDatabase> | undefined;

  function open(): Promise<OutboxDatabase> {
    if (opening) return opening;
    const mine: Promise<OutboxDatabase> = openOnce(name, steps, {
      onGivenUp: () => forget(mine),
      onTakenAway() {
        forget(mine);
        const again = open();
        again.catch(() => forget(again)); // the next use tries it anew, and tells
      },
    });
    opening = mine;
    mine.then(onOpen, () => undefined);
    return mine;
  }

  /** Lets go of a connection, unless another use has opened a newer one already. */
  function forget(dead: Promise<OutboxDatabase>): void {
    if (opening === dead) opening = undefined;
  }

  void open(); // a failure is told at the first use
  return {
    async run(use) {
      for (let reopens = 0; ; reopens += 1) {
        const mine = open();
        let database: OutboxDatabase | undefined;
        try {
          database = await mine;
          return await use(database);
        } catch (error) {
          if (!database || isDead(error)) forget(mine);
          if (nameOf(error) === 'VersionError')
            throw new StorageNewer('a newer Scanline has been open on this device', { cause: error });
          if (!isDead(error)) throw error;
          if (reopens >= REOPENS)
            throw new StorageClosed('the storage of this device cannot be opened', { cause: error });
          database?.close();
        }
      }
    },
    close() {
      void opening?.then((database) => database.close()).catch(() => undefined);
      opening = undefined;
    },
  };
}

/** Told where the connection is closed: given up for a newer page, or taken away by the browser. */
interface Closing {
  onGivenUp(): void;
  onTakenAway(): void;
}

async function openOnce(
  name: string,
  steps: readonly Migration[],
  { onGivenUp, onTakenAway }: Closing,
): Promise<OutboxDatabase> {
  let failure: unknown;
  try {
    return await openDB<OutboxSchema>(name, steps.length, {
      upgrade(opened, oldVersion, _newVersion, transaction) {
        transaction.done.catch(() => undefined); // reported by the open
        migrate(opened, transaction as unknown as Upgrade, steps.slice(oldVersion)).catch((error: unknown) => {
          failure = error;
          transaction.abort(); // half a migration must not become the new version
        });
      },
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close(); // a newer page wants to upgrade
        onGivenUp();
      },
      terminated: onTakenAway,
    });
  } catch (error) {
    throw failure ?? error;
  }
}

async function migrate(database: OutboxDatabase, upgrade: Upgrade, steps: readonly Migration[]): Promise<void> {
  for (const step of steps) await step(database, upgrade);
}

/** Errors of a connection that is gone while the data is not: the cure is to open again, never to delete. */
function isDead(error: unknown): boolean {
  const name = nameOf(error);
  return name === 'InvalidStateError' || name === 'UnknownError';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

export type Kept = ReturnType<typeof createKept>;

/** Small values that are kept on this device beside the queue, written strictly where not said otherwise. */
export function createKept(connection: Connection) {
  return {
    read: (name: string): Promise<unknown> => connection.run((database) => database.get('kept', name)),
    /** The same of several at once, in one transaction. @returns by their names. */
    readAll: (names: readonly string[]): Promise<ReadonlyMap<string, unknown>> =>
      connection.run(async (database) => {
        const { store } = database.transaction('kept');
        const values = await Promise.all(names.map((name) => store.get(name)));
        return new Map(names.map((name, index) => [name, values[index]]));
      }),
    /** On disk when the promise resolves. */
    write: (name: string, value: unknown): Promise<void> =>
      connection.run(async (database) => {
        const tx = database.transaction('kept', 'readwrite', { durability: 'strict' });
        await Promise.all([value === undefined ? tx.store.delete(name) : tx.store.put(value, name), tx.done]);
      }),
    /** Safe from a killed browser, not from a dead battery: for what may be lost. */
    note: (name: string, value: unknown): Promise<void> =>
      connection.run(async (database) => {
        await database.put('kept', value, name);
      }),
    /**
     * The same of a value that several pages add to: what is there is read in the transaction that writes.
     *
     * @param next - gives the new value for the one that is there, or `undefined` where that one may stay.
     */
    join: (name: string, next: (before: unknown) => unknown): Promise<void> =>
      connection.run(async (database) => {
        const tx = database.transaction('kept', 'readwrite');
        const value = next(await tx.store.get(name));
        await Promise.all([value !== undefined && tx.store.put(value, name), tx.done]);
      }),
  };
}
