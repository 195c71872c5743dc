import { type CallStands, type DecisionsAsked, type DecisionsHeard, decisionWords } from '#contract/decision.ts';
import { isObject } from '#contract/json.ts';

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
    return reply.ok ? readHeard(await reply.json()) : 'refused';
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
  return { told, asked };
}

const states: readonly unknown[] = ['open', 'running', 'answered', ...decisionWords] satisfies CallStands['is'][];

/** Reads what a call is at the ledger; `undefined`: it is not said, or in words that are not known here. */
export function standsFrom(value: unknown): CallStands | undefined {
  if (!isObject(value) || !states.includes(value['is']) || typeof value['version'] !== 'number') return undefined;
  const { is, version, by, why } = value;
  return {
    is: is as CallStands['is'],
    version,
    ...(typeof by === 'string' && { by }),
    ...(typeof why === 'string' && { why }),
  };
}
