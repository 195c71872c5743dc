import { jsonOfReply } from '#contract/json.ts';
import { mediaType } from './message.ts';
import { postJson } from './postJson.ts';
import { PROBLEM_MEDIA_TYPE } from './problem.ts';

/** The result of showing a return code. `away`: nobody who could judge it has answered; it may be tried again. */
export type Returning = 'enrolled' | 'unknown' | 'ended' | 'not-meant' | 'busy' | 'away';

const BY_STATUS: Readonly<Record<number, Returning>> = { 403: 'not-meant', 404: 'unknown', 410: 'ended', 429: 'busy' };

/**
 * Shows a return code to the gateway, which knows this handheld by the token that it holds still. The new one comes as a cookie. Never
 * throws.
 *
 * @param wish - `attempt`: as for a set-up code.
 */
export async function comeBack(
  fetch: typeof globalThis.fetch,
  wish: { readonly code: string; readonly attempt: string },
  timeoutMs: number,
): Promise<Returning> {
  try {
    return await postJson(fetch, '/gateway/enrol/again', wish, timeoutMs, async (reply) => {
      if (mediaType(reply.headers.get('content-type') ?? '') === PROBLEM_MEDIA_TYPE)
        return BY_STATUS[reply.status] ?? 'away';
      const { number } = (await jsonOfReply(reply)) as { number?: unknown };
      return reply.ok && typeof number === 'number' ? 'enrolled' : 'away'; // a portal's page is none
    });
  } catch {
    return 'away';
  }
}
