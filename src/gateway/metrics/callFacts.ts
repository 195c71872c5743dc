import type { FastifyReply, FastifyRequest } from 'fastify';
import { operationNames, type OperationName } from '#contract/catalogue.ts';
import { type WireNames, operationPath } from '#wire/names.ts';

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

/** Finds the operation of a request by its path: one of the catalogue's names, so that labels stay few, or `other`. */
export function operationFinder(names: WireNames): (request: FastifyRequest) => OperationName | 'other' {
  const byPath = new Map<string, OperationName>();
  for (const name of operationNames) {
    const path = operationPath(name, names);
    byPath.set(path, name).set(encodeURI(path), name);
  }
  return (request) => byPath.get(pathOf(request)) ?? 'other';
}

/** The path without its query: a GET call has the access key there. */
export function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? '';
}
