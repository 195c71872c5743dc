import { type Call, type Lanes, laneOf } from '#contract/call.ts';
import { operationOf } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { isDue, isStillAsked } from '#outbox/backoff.ts';
import { type Connection, type StoredCall, type Totals, noTotals } from '#outbox/database.ts';
import {
  type Attempt,
  type QueuedCall,
  type ReadAnswer,
  type ScanNote,
  type State,
  type Tried,
  isOpen,
  isPrint,
} from '#outbox/queuedCall.ts';
import {
  type Writing,
  counted,
  headsIn,
  inLane,
  inState,
  openAttempt,
  quietly,
  readTotals,
  readUnseen,
  step,
  unseenIn,
  write,
} from '#outbox/rows.ts';
import type { QueueEvent } from '#outbox/transition.ts';
import { type NextClaim, type Turn, claimedBy, settleIn, turn } from '#outbox/turn.ts';

/** Reads kept with a call beside the first, which is the one from before it was sent where there is one. */
const KEPT_READS = 20;

/** What is put into the outbox. */
export interface Enqueued {
  readonly call: Call;
  readonly callId: string;
  readonly operator: string;
  readonly scans: readonly ScanNote[];
  /** Whether an open call with the same content is no reason to ask first. @default true */
  readonly again?: boolean;
}

/** An open call has the same operation and parameters already. Nothing was saved. */
export class AlreadyQueued extends Error {
  override readonly name = 'AlreadyQueued';
  /** The key of the call that is there. */
  readonly seq: number;

  constructor(seq: number) {
    super(`call ${seq} has the same content and is still open`);
    this.seq = seq;
  }
}

/** What a claim found: a call to send, or when the next one is due (Unix ms), or nothing at all. */
export type Claimed = { readonly queued: QueuedCall } | { readonly dueAt: number } | undefined;

export type Store = ReturnType<typeof createStore>;

/**
 * The outbox's rows and every change of them, each in one strict transaction. Source: DESIGN section 4.
 *
 * @param lanes - the site's, asked for at each new call; a row keeps the lane that it got.
 */
export function createStore(connection: Connection, lanes: () => Lanes = () => ({})) {
  const writing = <T>(work: (tx: Writing) => Promise<T>): Promise<T> => write(connection, work);

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
        const { row, added } = await writing((tx) =>
          addCall(tx, { call, callId, operator, scans, again }, laneOf(call, lanes()), now),
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

    /**
     * Takes the oldest call that may be sent now: the first open one of its lane, waiting and due. It is marked
     * `sending` and its attempt is written in the transaction that finds it, so two drainers never take one call.
     *
     * @param now - Unix ms. A call whose time lies further off than any back-off (a clock was set back) is due.
     * @param clearedAt - Unix ms of the last sign that trying is worth it again: a back-off set before it is over.
     * @param printsFrom - Unix ms: prints asked for before it, or long ago, are put to a person again and not taken.
     */
    claimNext(
      owner: string,
      token: string,
      tried: Tried,
      now: number,
      clearedAt = 0,
      printsFrom = 0,
    ): Promise<Claimed> {
      return writing(async (tx) => {
        const heads = tx.objectStore('calls').index('byHead');
        const [taken, first] = await Promise.all([claimedBy(tx, token), heads.openCursor(headsIn('waiting'))]);
        if (taken) return { queued: taken }; // the same claim again, as in `enqueue`
        let dueAt: number | undefined;
        for (let cursor = first; cursor; cursor = await cursor.continue()) {
          const row = cursor.value;
          if (mustAsk(row, now, printsFrom)) {
            await step(tx, row, { kind: 'notNow' }, now);
            continue;
          }
          if (!isDue(row, now, clearedAt)) {
            dueAt = Math.min(dueAt ?? row.notBefore, row.notBefore);
            continue;
          }
          const [queued] = await Promise.all([
            step(tx, row, { kind: 'claimed', claim: { owner, token, at: now }, tried }, now),
            tx.objectStore('attempts').add(openAttempt(row, { owner, token }, now)),
          ]);
          return { queued };
        }
        return dueAt === undefined ? undefined : { dueAt };
      });
    },

    /**
     * Records what came of a try. Only the holder of `token` changes the call; anybody later adds evidence to the
     * attempt and changes nothing else.
     *
     * @returns the call after the settle, or `undefined` where it came too late.
     */
    settle(
      seq: number,
      token: string,
      outcome: Outcome,
      event: QueueEvent,
      now: number,
    ): Promise<QueuedCall | undefined> {
      return writing((tx) => settleIn(tx, seq, token, outcome, event, now));
    },

    /**
     * Settles an answered call and claims the next one in the same transaction: what `settle` and `claimNext` do, with
     * half the flushes. Where the oldest call is not due nothing is claimed, and `claimNext` tells when one is.
     *
     * @param sent - the call as it was claimed.
     * @returns the call after the settle where the claim held it still, and what was claimed.
     */
    settleAndClaim(
      sent: QueuedCall,
      outcome: Outcome,
      event: Extract<QueueEvent, { kind: 'answered' }>,
      claim: NextClaim,
      now: number,
    ): Promise<Partial<Turn>> {
      const token = sent.claim?.token ?? '';
      return writing(async (tx) => {
        const done = await turn(tx, sent, token, outcome, event, claim, now);
        if (done) return done;
        const settled = await settleIn(tx, sent.seq, token, outcome, event, now);
        const next = await claimedBy(tx, claim.token); // the same again, after a connection that died at its commit
        return { ...(settled && { settled }), ...(next && { next }) };
      });
    },

    /** Puts the waiting prints to a person, as the gateway is not there. @returns how many. */
    askPrints(now: number): Promise<number> {
      return writing(async (tx) => {
        for (let asked = 0; ;) {
          const rows = await tx.objectStore('calls').index('byHead').getAll(headsIn('waiting'));
          const prints = rows.filter((row) => isPrint(row) && !row.inDoubt);
          for (const row of prints) await step(tx, row, { kind: 'notNow' }, now);
          asked += prints.length;
          if (prints.length === 0) return asked; // the next of its lane may be a print too
        }
      });
    },

    /** Frees the calls that a dead or frozen owner was sending. @returns how many. */
    recover(owner: string, now: number): Promise<number> {
      return writing(async (tx) => {
        const rows = await tx.objectStore('calls').index('byHead').getAll(headsIn('sending'));
        const orphans = rows.filter((row) => row.claim?.owner !== owner);
        for (const row of orphans) await step(tx, row, { kind: 'ownerGone' }, now);
        return orphans.length;
      });
    },

    /** Applies what a person decided. @throws IllegalStep where the call is not in a state for it; RangeError: no such call. */
    decide(seq: number, event: Extract<QueueEvent, { operator: string }>, now: number): Promise<QueuedCall> {
      return writing(async (tx) => {
        const row = await tx.objectStore('calls').get(seq);
        if (!row) throw new RangeError(`there is no call ${seq}`);
        return step(tx, row, event, now);
      });
    },

    /** Keeps what was read about a call beside it; the call itself stays as it is. */
    async noteRead(seq: number, answer: ReadAnswer): Promise<void> {
      await writing(async (tx) => {
        const calls = tx.objectStore('calls');
        const row = await calls.get(seq);
        if (!row) return;
        const [first, ...later] = row.readAnswers ?? [];
        const readAnswers = first ? [first, ...[...later, answer].slice(-KEPT_READS)] : [answer];
        await calls.put({ ...row, readAnswers });
      });
    },

    totals(): Promise<Totals> {
      return connection.run(async (database) => ({ ...noTotals, ...(await database.get('totals', 'calls')) }));
    },

    /** Keys of the calls that the service refused and that nobody has looked at since, the oldest first. */
    unseen(): Promise<readonly number[]> {
      return connection.run(async (database) => unseenIn(await database.get('totals', 'refusals')));
    },

    /** A person has looked at these. */
    async seen(seqs: readonly number[]): Promise<void> {
      await writing(async (tx) => {
        const unseen = (await readUnseen(tx)).filter((seq) => !seqs.includes(seq));
        await tx.objectStore('totals').put({ unseen }, 'refusals');
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
      return connection.run(async (database) => {
        const calls = database.transaction('calls').store;
        const rows = await Promise.all(seqs.map((seq) => calls.get(seq)));
        return rows.filter((row) => row !== undefined);
      });
    },

    /** Calls in one state: the oldest first where they are open, the newest first where they are ended. */
    list(state: State, limit: number): Promise<readonly QueuedCall[]> {
      return connection.run(async (database) => {
        const index = database.transaction('calls').store.index('byState');
        const rows: QueuedCall[] = [];
        const direction = isOpen(state) ? 'next' : 'prev';
        for (let cursor = await index.openCursor(inState(state), direction); cursor && rows.length < limit;) {
          rows.push(cursor.value);
          cursor = await cursor.continue();
        }
        return rows;
      });
    },

    /** Every try of a call, the oldest first. */
    attemptsOf(seq: number): Promise<readonly Attempt[]> {
      return connection.run((database) =>
        database.getAllFromIndex('attempts', 'bySeq', IDBKeyRange.bound([seq, 0], [seq, Number.MAX_SAFE_INTEGER])),
      );
    },
  };
}

/** A waiting print that nobody asks for any more. One that may have run is asked about at the ledger, by its key. */
function mustAsk(row: QueuedCall, now: number, printsFrom: number): boolean {
  return isPrint(row) && !row.inDoubt && !isStillAsked(row, now, printsFrom);
}

/** Operation and parameters as one text: equal for equal intents. */
export function intentOf(call: Call): string {
  return JSON.stringify([call.operation, ...call.parameters.map(([, text]) => text)]);
}

/** The row of a new call, on its way to the disk: `added` gives its key. @throws AlreadyQueued */
async function addCall(
  tx: Writing,
  { call, callId, operator, scans, again }: Enqueued,
  lane: string,
  now: number,
): Promise<{ readonly row: Omit<StoredCall, 'seq'>; readonly added: Promise<number> }> {
  const calls = tx.objectStore('calls');
  const intent = intentOf(call);
  // An equal call may be in another lane: the site has changed them since.
  const [blocked, same, totals] = await Promise.all([
    calls.index('byOpenLane').getKey(inLane(lane)),
    again ? undefined : calls.index('byOpenIntent').getKey([intent, 1]),
    readTotals(tx),
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
  return { row, added };
}
