import { type DecisionsAsked, type DecisionsHeard, type MistakeStands, allMistakeWords } from '#contract/decision.ts';
import { isObject, jsonOfReply } from '#contract/json.ts';
import { standsFrom } from './problem.ts';

/** The path at which handhelds tell decisions, and hear of others'. */
export const DECISIONS_PATH = '/gateway/decisions';

/**
 * Tells a handheld's decisions and hears of others'. Never throws.
 *
 * @returns `refused` where something answers that does not know of decisions, or takes none now; `undefined` where nobody answers.
 */
export async function exchangeDecisions(
  fetch: typeof globalThis.fetch,
  asked: DecisionsAsked,
  timeoutMs: number,
): Promise<DecisionsHeard | 'refused' | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const reply = await fetch(DECISIONS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    });
    return reply.ok ? readHeard(await jsonOfReply(reply)) : 'refused';
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function readHeard(value: unknown): DecisionsHeard | 'refused' {
  if (!isObject(value) || !Array.isArray(value['told']) || !Array.isArray(value['asked'])) return 'refused';
  const told = value['told'].flatMap((one: unknown) => {
    const { id, holds, stands } = isObject(one) ? one : {};
    const read = standsFrom(stands);
    return typeof id === 'string' && typeof holds === 'boolean' && read ? [{ id, holds, stands: read }] : [];
  });
  const asked = value['asked'].flatMap((one: unknown) => {
    const { key, stands } = isObject(one) ? one : {};
    const read = standsFrom(stands);
    return typeof key === 'string' && read ? [{ key, stands: read }] : [];
  });
  return { told, asked, mistakes: mistakesIn(value['mistakes']) };
}

const words: readonly unknown[] = allMistakeWords;

/** Reads how mistakes stand; those in words that are not known here are left out, and told again. */
function mistakesIn(value: unknown): NonNullable<DecisionsHeard['mistakes']> {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const { id, stands } = isObject(one) ? one : {};
    const { is, by, why } = isObject(stands) ? stands : {};
    if (typeof id !== 'string' || !words.includes(is)) return [];
    const said = { ...(typeof by === 'string' && { by }), ...(typeof why === 'string' && { why }) };
    return [{ id, stands: { is: is as MistakeStands['is'], ...said } }];
  });
}
