import type { Page } from '@playwright/test';

/** A row as the rig reads it from the database, past the app. */
export interface DiskRow {
  readonly seq: number;
  /** Delivery and shelf. */
  readonly marker: string;
  readonly lane: string;
  readonly state: string;
  readonly generation: number;
  readonly result?: { readonly text?: string | null; readonly verdict: string };
}

export interface DiskAttempt {
  readonly seq: number;
  readonly key: string;
  readonly owner: string;
  /** Outcome of it; absent where its owner died. */
  readonly outcome?: string;
}

/** The whole database at one moment. */
export interface Disk {
  readonly rows: readonly DiskRow[];
  readonly attempts: readonly DiskAttempt[];
  /** The app's own row of counts. */
  readonly totals: Readonly<Record<string, number>>;
}

/** Reads the database in one transaction. It asks for no version, so that it changes none. */
export function readDisk(page: Page): Promise<Disk> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(request.error?.message)));
      });
    const database = await done(indexedDB.open('scanline'));
    try {
      const tx = database.transaction(['calls', 'attempts', 'totals']);
      const [calls, attempts, totals] = await Promise.all([
        done(tx.objectStore('calls').getAll()),
        done(tx.objectStore('attempts').getAll()),
        done(tx.objectStore('totals').get('calls')),
      ]);
      return {
        rows: calls.map(({ seq, parameters, lane, state, generation, result }) => ({
          seq,
          marker: `${parameters[0][1]}|${parameters[1][1]}`,
          lane,
          state,
          generation,
          ...(result && { result }),
        })),
        attempts: attempts.map(({ seq, idempotencyKey, owner, outcome }) => ({
          seq,
          key: idempotencyKey,
          owner,
          ...(outcome && { outcome: outcome.kind }),
        })),
        totals,
      };
    } finally {
      database.close();
    }
  });
}

/**
 * Runs in an empty page of the app's origin: makes a database of version 1 as it was first shipped, with calls in it
 * that wait. It is never changed: whatever version the app is at, it has to bring these rows along.
 *
 * @param pairs - delivery and shelf of each call.
 */
export async function makeVersion1(pairs: readonly (readonly [delivery: string, shelf: string])[]): Promise<void> {
  const opening = indexedDB.open('scanline', 1);
  opening.addEventListener('upgradeneeded', () => {
    const database = opening.result;
    const calls = database.createObjectStore('calls', { keyPath: 'seq', autoIncrement: true });
    calls.createIndex('byCallId', 'callId', { unique: true });
    calls.createIndex('byState', ['state', 'seq']);
    calls.createIndex('byHead', ['head', 'state', 'seq']);
    calls.createIndex('byOpenLane', ['lane', 'open', 'seq']);
    calls.createIndex('byOpenIntent', ['intent', 'open']);
    const attempts = database.createObjectStore('attempts', { keyPath: 'id', autoIncrement: true });
    attempts.createIndex('bySeq', ['seq', 'id']);
    attempts.createIndex('byToken', 'token');
    const totals = database.createObjectStore('totals');
    database.createObjectStore('answers', { keyPath: 'intent' });
    database.createObjectStore('kept');
    const seen = new Set<string>();
    for (const [delivery, shelf] of pairs) {
      const lane = `deliveryCode:${delivery}`;
      const parameters = [
        ['deliveryCode', delivery],
        ['storeCode', shelf],
        ['userID', '7'],
      ];
      const isHead = !seen.has(lane);
      seen.add(lane);
      calls.add({
        callId: crypto.randomUUID(),
        generation: 1,
        operation: 'RevertOff',
        parameters,
        lane,
        operator: '7',
        scans: [
          { text: delivery, source: 'wedge', at: 1_700_000_000_000 },
          { text: shelf, source: 'wedge', at: 1_700_000_000_000 },
        ],
        enqueuedAt: 1_700_000_000_000,
        changedAt: 1_700_000_000_000,
        state: 'waiting',
        tries: 0,
        inDoubt: false,
        notBefore: 0,
        intent: JSON.stringify(['RevertOff', delivery, shelf, '7']),
        open: 1,
        ...(isHead && { head: 1 }),
      });
    }
    const none = { sending: 0, unconfirmed: 0, held: 0, answered: 0, cancelled: 0, discarded: 0 };
    totals.put({ waiting: pairs.length, ...none }, 'calls');
  });
  await new Promise((resolve, reject) => {
    opening.addEventListener('success', resolve);
    opening.addEventListener('error', reject);
  });
  opening.result.close();
}
