import { type DecisionsAsked, type DecisionsHeard, type MistakeStands, allMistakeWords } from '#contract/decision.ts';
import { isObject, jsonOfReply } from '#contract/json.ts';
import { postJson } from './postJson.ts';
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
  try {
    return await postJson(fetch, DECISIONS_PATH, asked, timeoutMs, async (reply) =>
      reply.ok ? readHeard(await jsonOfReply(reply)) : 'refused',
    );
  } catch {
    return undefined;
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
