import { type Call, type Lanes, laneOf } from '#contract/call.ts';
import { operationOf } from '#contract/catalogue.ts';
import { changesLater } from './changesLater.ts';
import { type Connection, type StoredCall } from './database.ts';
import { type QueuedCall, type ScanNote } from '#outbox/state/queuedCall.ts';
import { createReads } from './reads.ts';
import { type Writing, type WritingBeside, counted, inLane, quietly, readTotals, writeBeside } from './rows.ts';

/** What is put into the outbox. */
export interface Enqueued {
  readonly call: Call;
  readonly callId: string;
  readonly operator: string;
  readonly scans: readonly ScanNote[];
  /** Whether an open call with the same content is no reason to ask first. @default true */
  readonly again?: boolean;
}

/** A small kept value that every new call brings along to the disk: both are there, or neither is. */
export interface Beside {
  readonly name: string;
  /** Gives the new value for the one that is there, or `undefined` where that one may stay. */
  readonly next: (before: unknown) => unknown;
}

/** A call that is open, or was answered a moment ago, has the same operation and parameters already. Nothing was saved. */
export class AlreadyQueued extends Error {
  override readonly name = 'AlreadyQueued';
  /** The key of the call that is there. */
  readonly seq: number;
  readonly isAnswered: boolean;

  constructor(seq: number, isAnswered = false) {
    super(`call ${seq} has the same content and ${isAnswered ? 'was answered a moment ago' : 'is still open'}`);
    this.seq = seq;
    this.isAnswered = isAnswered;
  }
}

export type Store = ReturnType<typeof createStore>;

/**
 * The outbox's rows and every change of them, each in one strict transaction. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md.
 *
 * @param lanes - the site's, asked for at each new call; a row keeps the lane that it got.
 * @param beside - what is written with each new call.
 */
export function createStore(connection: Connection, lanes: () => Lanes = () => ({}), beside?: Beside) {
  return {
    /**
     * Puts a call into the outbox, waiting. The row is on disk when the promise resolves: only then is it "saved".
     *
     * @param now - Unix ms.
     * @throws RangeError for a read, which is never queued.
     * @throws AlreadyQueued where `again` is false and the same call is still open.
     * @throws DOMException `QuotaExceededError` when the device has no room: nothing was saved.
     * @throws StorageClosed, StorageNewer: nothing was saved.
     */
    async enqueue({ call, callId, operator, scans, again = true }: Enqueued, now: number): Promise<QueuedCall> {
      if (operationOf(call.operation).effect === 'read')
        throw new RangeError(`${call.operation} is a read: it is not queued`);
      try {
        const { row, added } = await writeBeside(connection, (tx) =>
          addCall(tx, { call, callId, operator, scans, again }, laneOf(call, lanes()), now, beside),
        );
        return { ...row, seq: await added };
      } catch (error) {
        const isKnown = error instanceof AlreadyQueued || (error as Error).name === 'ConstraintError';
        // the same enqueue again, after a connection that died at its commit: the row is there
        const known =
          isKnown && (await connection.run((database) => database.getFromIndex('calls', 'byCallId', callId)));
        if (known) return known;
        throw error;
      }
    },

    ...changesLater(connection),

    ...createReads(connection),
  };
}

/** Operation and parameters as one text: equal for equal intents. */
export function intentOf(call: Call): string {
  return JSON.stringify([call.operation, ...call.parameters.map(([, text]) => text)]);
}

/** The row of a new call, on its way to the disk: `added` gives its key. @throws AlreadyQueued */
export async function addCall(
  tx: WritingBeside,
  { call, callId, operator, scans, again }: Enqueued,
  lane: string,
  now: number,
  beside?: Beside,
): Promise<{ readonly row: Omit<StoredCall, 'seq'>; readonly added: Promise<number> }> {
  const rows = tx as unknown as Writing; // over less of the same
  const calls = tx.objectStore('calls');
  const intent = intentOf(call);
  // An equal call may be in another lane: the site has changed them since.
  const [blocked, same, totals, before] = await Promise.all([
    calls.index('byOpenLane').getKey(inLane(lane)),
    again ? undefined : calls.index('byOpenIntent').getKey([intent, 1]),
    readTotals(rows),
    beside && tx.objectStore('kept').get(beside.name),
  ]);
  if (same !== undefined) throw new AlreadyQueued(same);
  const row: Omit<StoredCall, 'seq'> = {
    callId,
    generation: 1,
    operation: call.operation,
    parameters: call.parameters,
    lane,
    operator,
    scans,
    enqueuedAt: now,
    changedAt: now,
    state: 'waiting',
    tries: 0,
    inDoubt: false,
    notBefore: 0,
    intent,
    open: 1,
    ...(blocked === undefined && { head: 1 }),
  };
  const added = quietly(calls.add(row as StoredCall));
  void quietly(tx.objectStore('totals').put(counted(totals, undefined, 'waiting'), 'calls'));
  const value = beside?.next(before);
  if (beside && value !== undefined) void quietly(tx.objectStore('kept').put(value, beside.name));
  return { row, added };
}
