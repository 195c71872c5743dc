import type { DecisionsAsked, DecisionsHeard } from '#contract/decision.ts';
import type { DecisionExchange } from '#outbox/store/decisionExchange.ts';

/**
 * Tells the ledger what was decided here, and hears what others decided about calls here. It comes after a hello and before
 * anything is claimed, so that nothing is sent again which somebody else has decided.
 *
 * @param exchange - `refused`: whoever answers does not know of decisions; `undefined`: nobody answers.
 * @returns the number of calls that changed; `undefined`: nobody answered.
 */
export async function hearDecisions(
  queue: DecisionExchange,
  exchange: (asked: DecisionsAsked) => Promise<DecisionsHeard | 'refused' | undefined>,
  now: () => number,
): Promise<number | undefined> {
  const asked = await queue.toTell(now());
  if (asked.tell.length + asked.ask.length + (asked.mistakes?.length ?? 0) === 0) return 0;
  const heard = await exchange(asked);
  if (heard === undefined) return undefined;
  if (heard === 'refused') return 0;
  const changed = await queue.hear(heard, now());
  if (!heard.mistakes?.length) return changed;
  return changed + (await queue.hearMistakes(heard.mistakes).catch(() => 0)); // heard again later: no call waits for it
}
