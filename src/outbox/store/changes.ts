import type { Outcome } from '#contract/outcome.ts';
import { isDue, isStillAsked } from '#outbox/state/backoff.ts';
import type { Connection } from './database.ts';
import { type QueuedCall, type ReadAnswer, type Tried, isPrint, isScanOf, onceMore } from '#outbox/state/queuedCall.ts';
import { type Writing, headsIn, openAttempt, write } from './rows.ts';
import { step } from './step.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import { type NextClaim, type Turn, claimedBy, settleIn, turn } from './turn.ts';

/** Reads kept with a call beside the first, which is the one from before it was sent where there is one. */
const KEPT_READS = 20;

/** What a claim found: a call to send, or when the next one is due (Unix ms), or nothing at all. */
export type Claimed = { readonly queued: QueuedCall } | { readonly dueAt: number } | undefined;

export type Changes = ReturnType<typeof createChanges>;

/**
 * Every change of a row that is there already, each in one strict transaction: what sending takes, and what a person
 * decides. A chunk of its own: none of it is needed to save a scan.
 */
export function createChanges(connection: Connection) {
  const writing = <T>(work: (tx: Writing) => Promise<T>): Promise<T> => write(connection, work);

  return {
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

    /** Counts a second scan of `code` that the guard held back with the last scan of it among those of the call. */
    async noteRepeat(seq: number, code: string): Promise<void> {
      await writing(async (tx) => {
        const calls = tx.objectStore('calls');
        const row = await calls.get(seq);
        const last = row?.scans.filter((scan) => isScanOf(scan, code)).at(-1);
        if (!row || !last) return;
        await calls.put({ ...row, scans: row.scans.map((scan) => (scan === last ? onceMore(scan) : scan)) });
      });
    },
  };
}

/** A waiting print that nobody asks for any more. One that may have run is asked about at the ledger, by its key. */
function mustAsk(row: QueuedCall, now: number, printsFrom: number): boolean {
  return isPrint(row) && !row.inDoubt && !isStillAsked(row, now, printsFrom);
}
