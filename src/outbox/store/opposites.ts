import { attempt } from '#contract/attempt.ts';
import { type Call, makeCall } from '#contract/call.ts';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import type { Opposites } from '#site/site.ts';
import type { Connection, StoredCall } from './database.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { inLane, write, step } from './rows.ts';

/** Two unsent calls of one object that undo each other: neither need be sent. */
export interface Pair<C extends Pick<QueuedCall, 'seq'> = QueuedCall> {
  readonly first: C;
  readonly second: C;
}

/** The pair is not what it was: one of the two is being sent, or was, or another call stands between them. */
export class NoPair extends Error {
  override readonly name = 'NoPair';
}

/** Calls of one lane looked at: a pair that stands further back is found once it has come nearer. */
const LANE_DEPTH = 50;

/** Dropping calls that undo each other, by the site's confirmed list. Source: docs/evidence/field.md, N7. */
export function createOpposites(connection: Connection) {
  return {
    /** The pairs that these calls belong to, each once, in the order of the queue. */
    async pairsAmong(seqs: readonly number[], opposites: readonly Opposites[]): Promise<readonly Pair[]> {
      const confirmed = confirmedOf(opposites);
      if (confirmed.length === 0) return [];
      return connection.run(async (database) => {
        const calls = database.transaction('calls').store;
        const rows = await Promise.all(seqs.map((seq) => calls.get(seq)));
        const lanes = new Set(rows.flatMap((row) => (row && names(confirmed, row.operation) ? [row.lane] : [])));
        const found: Pair[] = [];
        for (const lane of lanes) {
          const open = await calls.index('byOpenLane').getAll(inLane(lane), LANE_DEPTH);
          for (const pair of pairsIn(open, confirmed)) {
            if (seqs.includes(pair.first.seq) || seqs.includes(pair.second.seq)) found.push(pair);
          }
        }
        return found.sort((a, b) => a.first.seq - b.first.seq);
      });
    },

    /**
     * Cancels both calls of a pair, or neither. Looked at again in the transaction that does it, so that nothing that has
     * been taken for sending meanwhile is dropped.
     *
     * @throws NoPair where the two are no such pair any more: nothing was changed.
     */
    async dropPair(
      { first, second }: Pair<Pick<QueuedCall, 'seq'>>,
      opposites: readonly Opposites[],
      by: { readonly operator: string; readonly reason: string },
      now: number,
    ): Promise<void> {
      await write(connection, async (tx) => {
        const lane = (await tx.objectStore('calls').get(first.seq))?.lane ?? '';
        const open = await tx.objectStore('calls').index('byOpenLane').getAll(inLane(lane), LANE_DEPTH);
        const pair = pairsIn(open, confirmedOf(opposites)).find(
          (known) => known.first.seq === first.seq && known.second.seq === second.seq,
        );
        if (!pair) throw new NoPair(`calls ${first.seq} and ${second.seq} are no pair that can be dropped`);
        // the younger first: the older one may be the lane's head, and gives that to whoever stands behind both
        await step(tx, pair.second, { kind: 'cancelled', ...by }, now);
        await step(tx, pair.first, { kind: 'cancelled', ...by }, now);
      });
    },
  };
}

function confirmedOf(opposites: readonly Opposites[]): readonly Opposites[] {
  return opposites.filter(({ confirmedBy = '' }) => confirmedBy.trim() !== '');
}

function names(opposites: readonly Opposites[], operation: OperationName): boolean {
  return opposites.some(({ first, second }) => first === operation || second === operation);
}

/** @param open - the open calls of one lane, the oldest first. */
function pairsIn(open: readonly StoredCall[], opposites: readonly Opposites[]): readonly Pair<StoredCall>[] {
  return open.flatMap((first, index) => {
    const second = open[index + 1];
    const isPair =
      second !== undefined &&
      isUnsent(first) &&
      isUnsent(second) &&
      opposites.some((pair) => pair.first === first.operation && pair.second === second.operation);
    return isPair ? [{ first, second }] : [];
  });
}

/** Nothing of it can have reached the service. */
function isUnsent({ state, inDoubt }: StoredCall): boolean {
  return state === 'waiting' && !inDoubt;
}

/**
 * The call that undoes one that was answered, where the site has confirmed one: its parameters are those of the same name
 * of the call, and what is known of the worker and the warehouse now.
 *
 * @returns `undefined` where there is none, or where it needs something that the call does not have.
 */
export function inverseOf(
  { operation, parameters }: Call,
  opposites: readonly Opposites[],
  known: Readonly<Record<string, string>>,
): Call | undefined {
  const second = confirmedOf(opposites).find(({ first }) => first === operation)?.second;
  if (second === undefined) return undefined;
  const texts = { ...Object.fromEntries(parameters), ...known }; // who does it now, not who did it then
  const wanted = operationOf(second).parameters.map(([name]) => name);
  const values = Object.fromEntries(Object.entries(texts).filter(([name]) => wanted.includes(name)));
  return attempt(() => makeCall(second, values)); // none, where it needs a value that only a person can give
}
