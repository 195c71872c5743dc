import { jsonOfReply } from '#contract/json.ts';
import { mediaType } from '#wire/message.ts';
import { postJson } from './postJson.ts';
import { PROBLEM_MEDIA_TYPE } from '#wire/problem.ts';

/** The result of showing a one-time code. `away`: nobody who could redeem it has answered; it may be tried again. */
export type Enrolling = 'enrolled' | 'unknown' | 'used' | 'code-expired' | 'busy' | 'away';

export interface EnrolWish {
  readonly code: string;
  /** The handheld's name; empty: as the supervisor wrote it. */
  readonly name: string;
  /** Kept by this handheld: the same again gets another token, where the answer with the first was lost. */
  readonly attempt: string;
}

const BY_STATUS: Readonly<Record<number, Enrolling>> = {
  404: 'unknown',
  409: 'used',
  410: 'code-expired',
  429: 'busy',
};

/**
 * Shows a one-time code to the gateway. The token comes as a cookie that no script can read, and is sent by the browser
 * with each call from then on. Never throws.
 */
export async function enrolHandheld(
  fetch: typeof globalThis.fetch,
  wish: EnrolWish,
  timeoutMs: number,
): Promise<Enrolling> {
  try {
    return await postJson(fetch, '/gateway/enrol', wish, timeoutMs, async (reply) => {
      if (mediaType(reply.headers.get('content-type') ?? '') === PROBLEM_MEDIA_TYPE) {
        return BY_STATUS[reply.status] ?? 'away';
      }
      const { number } = (await jsonOfReply(reply)) as { number?: unknown };
      return reply.ok && typeof number === 'number' ? 'enrolled' : 'away';
    });
  } catch {
    return 'away'; // no network, a portal's page, or too late: whether it was redeemed is told by the next try
  }
}
