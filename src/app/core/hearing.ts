import type { DecisionsAsked } from '#contract/decision.ts';
import { hearDecisions } from '#outbox/hearDecisions.ts';
import type { Connection } from '#outbox/store/database.ts';
import { createDecisionExchange } from '#outbox/store/decisionExchange.ts';
import { exchangeDecisions } from '#wire/decisions.ts';
import { PROBE_TIMEOUT_MS } from './exchange.ts';

/** Tells the gateway what was decided here, and hears what others decided. @returns as `hearDecisions` does. */
export function hearOthers(connection: Connection): Promise<number | undefined> {
  const exchange = (asked: DecisionsAsked) => exchangeDecisions(fetch.bind(globalThis), asked, PROBE_TIMEOUT_MS);
  return hearDecisions(createDecisionExchange(connection), exchange, Date.now);
}
