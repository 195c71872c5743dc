import { type Call, type Lanes, laneOf } from '#contract/call.ts';
import { operationOf } from '#contract/catalogue.ts';
import { type Connection, type StoredCall, type Totals, noTotals } from './database.ts';
import {
  type QueuedCall,
  type ScanNote,
  type Attempt,
  type State,
  type Told,
  isOpen,
  isPrint,
  needsDecision,
  openStates,
} from '#outbox/state/queuedCall.ts';
import {
  DECISION,
  NEW_CALL,
  type Writing,
  callsOf,
  counted,
  inLane,
  quietly,
  readTotals,
  inState,
  ofCall,
  unseenIn,
  write,
} from './rows.ts';
import type { OwedKeys } from '#outbox/state/owed.ts';
import { changes } from './changes.ts';

export interface Enqueued {
  readonly call: Call;
  readonly callId: string;
  readonly operator: string;
  readonly scans: readonly ScanNote[];
  /** False refuses a call whose content an open one has already (`AlreadyQueued`). @default true */
  readonly again?: boolean;
  /** The call that needs a person, and behind which this one may be saved; `any`: whichever stands there. */
  readonly behind?: Behind | undefined;
  /** The last time that this handheld was told; absent where it was told none. */
  readonly told?: Told | undefined;
  /** The code of the printer that its label is to come out of. */
  readonly printer?: string | undefined;
}

/** A small kept value that every new call brings along to the disk: both are there, or neither is. */
export interface WrittenWithCall {
  readonly name: string;
  /** Gives the new value for the one that is there, or `undefined` where that one may stay. */
  readonly next: (before: unknown) => unknown;
}

/** A call that is open, or was answered a moment ago, has the same operation and parameters already. Nothing was saved. */
export class AlreadyQueued extends Error {
  override readonly name = 'AlreadyQueued';
  /** The key of the call that is there. */
  readonly seq: number;
  /** The state of that call. */
  readonly stands: State;

  constructor(seq: number, stands: State = 'waiting') {
    super(`call ${seq} has the same content and is ${stands}`);
    this.seq = seq;
    this.stands = stands;
  }
}

export type Behind = number | 'any';

/** The call would wait in its lane for a person's decision about another one. Nothing was saved. */
export class NeedsDecision extends Error {
  override readonly name = 'NeedsDecision';
  /** The key of the call that is to be decided about. */
  readonly seq: number;

  constructor(seq: number) {
    super(`call ${seq} of the same lane waits for a person's decision`);
    this.seq = seq;
  }
}

export type Store = ReturnType<typeof createStore>;

/**
 * The outbox's rows and every change of them, each in one strict transaction. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md.
 *
 * @param lanes - the site's, asked for at each new call; a row keeps the lane that it got.
 * @param writtenWith - what is written with each new call.
 */
export function createStore(connection: Connection, lanes: () => Lanes = () => ({}), writtenWith?: WrittenWithCall) {
  return {
    /**
     * Puts a call into the outbox, waiting. The row is on disk when the promise resolves: only then is it "saved".
     *
     * @param now - Unix ms.
     * @throws RangeError for a read, which is never queued.
     * @throws AlreadyQueued where `again` is false and the same call is still open.
     * @throws NeedsDecision where a call of its lane needs a person, and `behind` does not name it.
     * @throws DOMException `QuotaExceededError` when the device has no room: nothing was saved.
     * @throws StorageClosed, StorageNewer: nothing was saved.
     */
    async enqueue(enqueued: Enqueued, now: number): Promise<QueuedCall> {
      const { call, callId } = enqueued;
      if (operationOf(call.operation).effect === 'read')
        throw new RangeError(`${call.operation} is a read: it is not queued`);
      try {
        const { row, added } = await write(
          connection,
          (tx) => addCall(tx, enqueued, laneOf(call, lanes()), now, writtenWith),
          NEW_CALL,
        );
        return { ...row, seq: await added };
      } catch (error) {
        const isKnown =
          error instanceof AlreadyQueued ||
          error instanceof NeedsDecision ||
          (error as Error).name === 'ConstraintError';
        // the same enqueue again, after a connection that died at its commit: the row is there
        const known =
          isKnown && (await connection.run((database) => database.getFromIndex('calls', 'byCallId', callId)));
        if (known) return known;
        throw error;
      }
    },

    ...createChanges(connection),

    ...createReads(connection),
  };
}

/** Operation and parameters as one text: equal for equal intents. */
export function intentOf(call: Call): string {
  return JSON.stringify([call.operation, ...call.parameters.map(([, text]) => text)]);
}

/** The row of a new call, on its way to the disk: `added` gives its key. @throws AlreadyQueued, NeedsDecision */
export async function addCall(
  tx: Writing,
  { call, callId, operator, scans, again = true, behind, told, printer }: Enqueued,
  lane: string,
  now: number,
  writtenWith?: WrittenWithCall,
): Promise<{ readonly row: Omit<StoredCall, 'seq'>; readonly added: Promise<number> }> {
  const calls = tx.objectStore('calls');
  const intent = intentOf(call);
  // An equal call may be in another lane: the site has changed them since.
  const [blocked, same, totals, before] = await Promise.all([
    calls.index('byOpenLane').getKey(inLane(lane)),
    again ? undefined : calls.index('byOpenIntent').getKey([intent, 1]),
    readTotals(tx),
    writtenWith && tx.objectStore('kept').get(writtenWith.name),
  ]);
  if (same !== undefined) throw new AlreadyQueued(same, (await calls.get(same))?.state);
  const isKnown = blocked === undefined || behind === 'any' || behind === blocked || isPrint(call);
  if (!isKnown && needsDecision(await calls.get(blocked))) throw new NeedsDecision(blocked);
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
    ...(told && { told }),
    ...(printer !== undefined && { printer }),
    intent,
    open: 1,
    ...(blocked === undefined && { head: 1 }),
  };
  const added = quietly(calls.add(row as StoredCall));
  void quietly(tx.objectStore('totals').put(counted(totals, undefined, 'waiting'), 'calls'));
  const value = writtenWith?.next(before);
  if (writtenWith && value !== undefined) void quietly(tx.objectStore('kept').put(value, writtenWith.name));
  return { row, added };
}

/** Creates the reads of the outbox; nothing here writes. */
function createReads(connection: Connection) {
  return {
    totals(): Promise<Totals> {
      return connection.run(async (database) => ({ ...noTotals, ...(await database.get('totals', 'calls')) }));
    },

    /** Keys of the calls that want a person, by the reason, read at one moment; the oldest first. */
    owed(): Promise<OwedKeys> {
      return connection.run(async (database) => {
        const tx = database.transaction(['calls', 'totals']);
        const byState = tx.objectStore('calls').index('byState');
        const [unconfirmed, asking, held, refusals] = await Promise.all([
          byState.getAllKeys(inState('unconfirmed')),
          byState.getAllKeys(inState('asking')),
          byState.getAllKeys(inState('held')),
          tx.objectStore('totals').get('refusals'),
        ]);
        const { unseen, unclear, labels } = unseenIn(refusals);
        return { unconfirmed, asking, held, refused: unseen, unclear, label: labels };
      });
    },

    /** The calls whose labels go to printers of the site and are not surely there, the oldest first. */
    labelsAtPrinters(): Promise<readonly QueuedCall[]> {
      return connection.run(async (database) => {
        const { printing } = unseenIn(await database.get('totals', 'refusals'));
        return printing.length === 0 ? [] : callsOf(database, printing);
      });
    },

    /** The calls after `seq`, the oldest first. */
    since(seq: number, limit: number): Promise<readonly QueuedCall[]> {
      return connection.run((database) => database.getAll('calls', IDBKeyRange.lowerBound(seq, true), limit));
    },

    /** The number of the newest call; 0 where there is none. */
    newest(): Promise<number> {
      return connection.run(async (database) => {
        const cursor = await database.transaction('calls').store.openKeyCursor(null, 'prev');
        return cursor?.key ?? 0;
      });
    },

    get(seq: number): Promise<QueuedCall | undefined> {
      return connection.run((database) => database.get('calls', seq));
    },

    /** The calls of these keys that there are, in the order of the keys, read at one moment. */
    getMany(seqs: readonly number[]): Promise<readonly QueuedCall[]> {
      return connection.run((database) => callsOf(database, seqs));
    },

    /** Returns the number of the oldest call that is open; `undefined`: none is. */
    oldestOpen(): Promise<number | undefined> {
      return connection.run(async (database) => {
        const index = database.transaction('calls').store.index('byState');
        const firsts = await Promise.all(openStates.map((state) => index.getKey(inState(state))));
        return firsts.reduce((least, seq) => (least === undefined || (seq ?? least) < least ? seq : least), undefined);
      });
    },

    /** Calls in one state: the newest first where that is said or they are ended, else the oldest first. */
    list(state: State, limit: number, from?: 'newest'): Promise<readonly QueuedCall[]> {
      return connection.run(async (database) => {
        const index = database.transaction('calls').store.index('byState');
        const rows: QueuedCall[] = [];
        const direction = isOpen(state) && from === undefined ? 'next' : 'prev';
        for (let cursor = await index.openCursor(inState(state), direction); cursor && rows.length < limit;) {
          rows.push(cursor.value);
          cursor = await cursor.continue();
        }
        return rows;
      });
    },

    /** Every try of a call, the oldest first. */
    attemptsOf(seq: number): Promise<readonly Attempt[]> {
      return connection.run((database) => database.getAllFromIndex('attempts', 'bySeq', ofCall(seq)));
    },
  };
}

/** The changes of rows that are there already, each in one strict transaction. */
function createChanges(connection: Connection) {
  function written<Given extends readonly unknown[], Result>(
    change: (tx: Writing, ...given: Given) => Promise<Result>,
    stores?: Parameters<typeof write>[2],
  ) {
    return (...given: Given): Promise<Result> => write(connection, (tx) => change(tx, ...given), stores);
  }

  return {
    claimNext: written(changes.claimNext),
    settle: written(changes.settle),
    settleAndClaim: written(changes.settleAndClaim),
    askToConfirmPrints: written(changes.askToConfirmPrints),
    recover: written(changes.recover),
    decide: written(changes.decide, DECISION),
    sendAgain: written(changes.sendAgain),
    readAgain: written(changes.readAgain),
    noteRepeat: written(changes.noteRepeat),
    noteRead: written(changes.noteRead),
    markCopied: written(changes.markCopied),
    seen: written(changes.seen, DECISION),
    changeLabel: written(changes.changeLabel),
  };
}
