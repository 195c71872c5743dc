import { createRateLimit } from '#http/edge/rateLimit.ts';
import { type HttpAnswer, problemAnswer } from '#http/answer.ts';
import type { Person } from '#http/rights/roles.ts';

/** The exports of one person: sixty at once after a quiet time, then one each five seconds. */
const EXPORTS = { perSecond: 0.2, burst: 60 };

export type ExportLimit = ReturnType<typeof createExportLimit>;

/**
 * Makes what refuses a person one export too many, with the time after which they may ask again: each is read from the whole ledger or
 * trail, and leaves a line that nobody can delete.
 *
 * @param now - milliseconds of a clock that does not jump. @returns the refusal; `undefined`: they may have it.
 */
export function createExportLimit(now: () => number) {
  const limit = createRateLimit(EXPORTS, now);
  return ({ account, name }: Pick<Person, 'account' | 'name'>): HttpAnswer | undefined => {
    const seconds = limit.take(String(account ?? name));
    return seconds === 0
      ? undefined
      : problemAnswer('busy', 'Too many exports were asked for in this name.', { retryAfterS: seconds });
  };
}
