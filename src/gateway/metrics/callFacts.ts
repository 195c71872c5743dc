import type { FastifyReply } from 'fastify';

/**
 * What came of a request on a group path, for logs and metrics.
 *
 * - `answered`, `rejected`: the service's word, sent for this asker. `replayed`: the same word out of the ledger.
 *   `joined`: the word of a call that ran already when this asker came.
 * - `unknown`: nobody knows whether it ran. `in-progress`, `not-forwarded`, `busy`, `key-reuse`, `key-expired`,
 *   `not-enrolled`, `refused`: the gateway's own word.
 * - `passed`: sent on without the ledger, whatever came back. `failed`: a fault of the gateway.
 */
export type CallOutcome = (typeof callOutcomes)[number];

/** All of them, as the metrics name them. */
export const callOutcomes = [
  'answered',
  'rejected',
  'replayed',
  'joined',
  'unknown',
  'in-progress',
  'not-forwarded',
  'busy',
  'key-reuse',
  'key-expired',
  'not-enrolled',
  'refused',
  'passed',
  'failed',
] as const;

/** Reads what came of a request from the answer that it was given. */
export function outcomeOf({ answer, statusCode }: Pick<FastifyReply, 'answer' | 'statusCode'>): CallOutcome {
  if (answer?.how) return answer.how;
  if (answer?.code) return answer.code === 'outcome-unknown' ? 'unknown' : answer.code;
  if (answer?.serviceMs !== undefined) return 'passed';
  return statusCode >= 500 ? 'failed' : 'refused';
}
