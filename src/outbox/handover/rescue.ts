import type { Lanes } from '#contract/call.ts';
import type { Connection, StoredCall } from '#outbox/store/database.ts';
import { type CarriedAttempt, writeQueue } from './queueDocument.ts';
import { carriedCall } from '#outbox/state/callSchema.ts';
import { takeOver } from './takeOver.ts';
import type { Attempt, CarriedCall, HandedOver, QueuedCall } from '#outbox/state/queuedCall.ts';
import { transition } from '#outbox/state/transition.ts';
import { type Writing, inState, ofCall, readTotals, write, step } from '#outbox/store/rows.ts';

/** Calls are being sent now, so the queue cannot be handed over. Nothing was changed. */
export class StillSending extends Error {
  override readonly name = 'StillSending';
  readonly calls: number;

  constructor(calls: number) {
    super(`${calls} calls are being sent`);
    this.calls = calls;
  }
}

/** The calls handed over at one time that have not come back. */
export interface HandOver {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
  readonly operator: string;
  readonly calls: number;
}

const givable = ['waiting', 'asking', 'unconfirmed', 'held'] as const satisfies readonly HandedOver['from'][];

/** Moves the queue to another handheld, each step in a strict transaction. Source: docs/adr/2026-11-21-hand-over.md */
export function createRescue(connection: Connection, lanes: () => Lanes = () => ({})) {
  return {
    /**
     * Marks every open call as handed over, all of them or none. From then on nothing here sends them, whatever becomes
     * of the document; `document` gives it, as often as it is asked for.
     *
     * @param now - Unix ms.
     * @returns how many calls.
     * @throws StillSending where a call is on its way to the service.
     */
    handOver: (id: string, operator: string, now: number): Promise<number> =>
      write(connection, (tx) => handOver(tx, id, operator, now)),

    /** The document of a hand-over, the same each time. @throws RangeError where nothing is handed over by that name. */
    document: (id: string): Promise<string> => document(connection, id),

    /** Lists what is handed over now, the latest first. */
    async handOvers(): Promise<readonly HandOver[]> {
      const found = new Map<string, HandOver>();
      const rows = await connection.run((database) =>
        database.getAllFromIndex('calls', 'byState', inState('handed-over')),
      );
      for (const { handedOver } of rows) {
        if (!handedOver) continue;
        const { id, at, operator } = handedOver;
        found.set(id, { id, at, operator, calls: (found.get(id)?.calls ?? 0) + 1 });
      }
      return [...found.values()].sort((a, b) => b.at - a.at);
    },

    /** Makes the calls of a hand-over what they were before, to be sent from here again. @returns how many. */
    takeBack(id: string, operator: string, now: number): Promise<number> {
      return write(connection, async (tx) => {
        const rows = await rowsOf(tx, id);
        for (const row of rows) await step(tx, row, { kind: 'takenBack', operator }, now);
        return rows.length;
      });
    },

    /** `takeOver`, with this handheld's lanes. */
    takeOver: (text: string, now: number) => takeOver(connection, lanes(), text, now),
  };
}

async function handOver(tx: Writing, id: string, operator: string, now: number): Promise<number> {
  const totals = await readTotals(tx);
  if (totals.sending > 0) throw new StillSending(totals.sending);
  const calls = tx.objectStore('calls');
  const rows = (await Promise.all(givable.map((state) => calls.index('byState').getAll(inState(state))))).flat();
  if (rows.length === 0) return (await rowsOf(tx, id)).length; // the same again, after a connection that died
  // the younger first: a lane's head is the last of it that goes, and leaves nobody behind
  rows.sort((a, b) => b.seq - a.seq);
  for (const row of rows) await step(tx, row, { kind: 'handedOver', operator, id }, now);
  return rows.length;
}

async function document(connection: Connection, id: string): Promise<string> {
  const { rows, attempts } = await connection.run(async (database) => {
    const tx = database.transaction(['calls', 'attempts']);
    const all = await tx.objectStore('calls').index('byState').getAll(inState('handed-over'));
    const mine = all.filter(({ handedOver }) => handedOver?.id === id);
    const bySeq = tx.objectStore('attempts').index('bySeq');
    return { rows: mine, attempts: await Promise.all(mine.map(({ seq }) => bySeq.getAll(ofCall(seq)))) };
  });
  const first = rows[0]?.handedOver;
  if (!first) throw new RangeError(`nothing is handed over as ${id}`);
  return writeQueue({
    id,
    at: first.at,
    calls: rows.map(carried),
    attempts: attempts.flatMap((tries, index) => tries.map((attempt) => carriedAttempt(attempt, rows[index]))),
  });
}

/**
 * The document of calls that only a page's memory has any more, as if it had handed them over: whoever takes them over
 * asks under the same keys, so that what was done is not done twice.
 *
 * @param now - Unix ms.
 */
export function documentOfCopies(calls: readonly QueuedCall[], id: string, operator: string, now: number): string {
  const given = calls.map((call) => {
    const left = call.state === 'sending' ? transition(call, { kind: 'ownerGone' }, now) : call;
    return transition(left, { kind: 'handedOver', operator, id }, now);
  });
  return writeQueue({ id, at: now, calls: given.map(carried), attempts: [] });
}

/** The calls that are handed over by that name. */
async function rowsOf(tx: Writing, id: string): Promise<readonly StoredCall[]> {
  const rows = await tx.objectStore('calls').index('byState').getAll(inState('handed-over'));
  return rows.filter(({ handedOver }) => handedOver?.id === id);
}

/** Returns a row as the document carries it: the fields that its schema names. */
function carried({ handedOver, passed = [], ...row }: QueuedCall): CarriedCall {
  const state = handedOver && handedOver.from !== 'asking' ? handedOver.from : 'waiting'; // an older Scanline knows no other
  const call = { ...row, state, trouble: handedOver?.trouble, passed };
  const names = Object.keys(carriedCall.properties ?? {});
  return Object.fromEntries(Object.entries(call).filter(([name]) => names.includes(name))) as unknown as CarriedCall;
}

function carriedAttempt({ id: _id, seq: _seq, ...attempt }: Attempt, row: StoredCall | undefined): CarriedAttempt {
  return { callId: row?.callId ?? '', ...attempt };
}
