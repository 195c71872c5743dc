import type { Call } from '#contract/call.ts';
import { operationOf, type OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import { backoff } from '#outbox/state/backoff.ts';
import { type Trouble, troubleOf } from '#outbox/state/queuedCall.ts';
import type { Connection, KeptAnswer } from '#outbox/store/database.ts';
import { intentOf } from '#outbox/store/store.ts';

/** A look-up's result: an answer with its time (Unix ms), fresh or kept, and the reason where it is not fresh. */
export interface LookUp {
  /** Absent where nothing was ever heard. */
  readonly answer?: { readonly text: string | null; readonly at: number };
  readonly fresh: boolean;
  /** One sentence, where the service did not answer now. */
  readonly reason?: string;
  /** The code of the trouble that `reason` tells of. */
  readonly code?: string;
  /** The same as it was written, for whoever looks for the cause. */
  readonly detail?: string;
}

const TRIES = 3;
const LONGEST_PAUSE_MS = 1_500;

/**
 * Asks the service now: a few tries, never queued. Where no answer comes, the last one is given with its age.
 *
 * @param send - asks once; never throws.
 * @throws RangeError for an operation that is no read.
 */
export async function lookUp(
  call: Call,
  send: (call: Call) => Promise<Outcome>,
  answers: Pick<Answers, 'keep' | 'last'>,
): Promise<LookUp> {
  if (operationOf(call.operation).effect !== 'read') throw new RangeError(`${call.operation} is not a read`);
  let trouble: Trouble | undefined;
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const outcome = await send(call);
    if (outcome.kind === 'answered') {
      const answer = { text: outcome.text, at: Date.now() };
      await answers.keep(call, answer.text, answer.at).catch(() => undefined); // shown now; only its memory is lost
      return { answer, fresh: true };
    }
    trouble = troubleOf(outcome);
    if (outcome.kind === 'rejected' || tried === TRIES) break;
    const pauseMs = backoff(tried, LONGEST_PAUSE_MS, Math.random);
    await new Promise<void>((done) => setTimeout(done, pauseMs));
  }
  const kept = await answers.last(call);
  return { ...(kept && { answer: { text: kept.text, at: kept.at } }), fresh: false, ...trouble };
}

export type Answers = ReturnType<typeof createAnswers>;

/** The last answer of each read, to be shown with its age where the service cannot be asked. */
export function createAnswers(connection: Connection) {
  return {
    /** The kept texts of one operation, whatever was asked. */
    textsOf: (operation: OperationName): Promise<readonly string[]> =>
      connection.run(async (database) => {
        const [from, to] = [`[${JSON.stringify(operation)}`, `[${JSON.stringify(operation)}\uffff`]; // as `intentOf` begins
        const kept = await database.getAll('answers', IDBKeyRange.bound(from, to));
        return kept.flatMap(({ text }) => text ?? []);
      }),
    last: (call: Call): Promise<KeptAnswer | undefined> =>
      connection.run((database) => database.get('answers', intentOf(call))),
    /** @param at - Unix ms. */
    keep: (call: Call, text: string | null, at: number): Promise<void> =>
      // relaxed: losing it costs one look-up, nothing that is owed
      connection.run(async (database) => {
        await database.put('answers', { intent: intentOf(call), text, at });
      }),
  };
}
