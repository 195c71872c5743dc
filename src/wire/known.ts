import { isObject, jsonOfReply } from '#contract/json.ts';
import { postJson } from './postJson.ts';

/** The path at which a handheld asks what the ledger knows of a code. */
export const KNOWN_PATH = '/gateway/known';

/** The most calls that the ledger tells of one code. */
export const MOST_KNOWN = 50;

/** The most calls that a handheld leaves out, the most codes that it asks about at once, and the letters of the longest one. */
export const KNOWN_ASKED = { own: 200, codes: 4, letters: 512 } as const;

/** The states of a call as the ledger tells them of a code; the last four are a person's word. */
export const knownStates = [
  'waiting',
  'sending',
  'unconfirmed',
  'answered',
  'done',
  'not-done',
  'sent-again',
  'discarded',
] as const;

/** The question of a handheld: a thing by its codes, and the ids of the calls that it has of it by itself. */
export interface KnownAsked {
  /** The code that was scanned, and what else the thing goes by: a bag's calls name the line of its transfer. */
  readonly codes: readonly string[];
  readonly own: readonly string[];
}

/** A call of a code as the ledger tells it. It has no key: whoever hears of it holds nothing of it. */
export interface KnownCall {
  readonly operation: string;
  /** All codes of the call, in its order. */
  readonly codes: readonly string[];
  /** Unix ms: when it was settled, else when it came. */
  readonly at: number;
  readonly is: (typeof knownStates)[number];
  /** The meaning of its answer by the site's rules; absent: it has none, or a long one. */
  readonly verdict?: string;
  /** The service's words, where they are short and no label. */
  readonly text?: string;
  /** The worker's id, where the site names its workers. */
  readonly worker?: string;
}

/** The ledger's word on a code, the newest call first. */
export interface KnownHeard {
  /** `false`: the site has the ledger keep no codes. */
  readonly kept: boolean;
  readonly calls: readonly KnownCall[];
  /** Unix ms, as far back as was looked; absent: to the ledger's end. */
  readonly since?: number;
}

/**
 * Asks the ledger what it knows of a code. Never throws.
 *
 * @returns `older` where the gateway does not know the question, `refused` where it takes none now, `undefined` where nobody answers.
 */
export async function askKnown(
  fetch: typeof globalThis.fetch,
  asked: KnownAsked,
  timeoutMs: number,
): Promise<KnownHeard | 'older' | 'refused' | undefined> {
  try {
    return await postJson(fetch, KNOWN_PATH, asked, timeoutMs, async (reply) => {
      if (reply.status === 404 || reply.status === 405) return 'older';
      if (!reply.ok) return reply.status < 500 ? 'refused' : undefined;
      return readHeard(await jsonOfReply(reply));
    });
  } catch {
    return undefined;
  }
}

const states: readonly unknown[] = knownStates;

/** Reads the ledger's word; a page in its place is no word, and a call in words that are not known here is left out. */
function readHeard(value: unknown): KnownHeard | undefined {
  if (!isObject(value) || typeof value['kept'] !== 'boolean' || !Array.isArray(value['calls'])) return undefined;
  const { kept, since } = value;
  const calls = value['calls'].slice(0, MOST_KNOWN).flatMap((one: unknown): readonly KnownCall[] => {
    const { operation, codes, at, is, verdict, text, worker } = isObject(one) ? one : {};
    if (typeof operation !== 'string' || typeof at !== 'number' || !states.includes(is)) return [];
    return [
      {
        operation,
        codes: Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [],
        at,
        is: is as KnownCall['is'],
        ...(typeof verdict === 'string' && { verdict }),
        ...(typeof text === 'string' && { text }),
        ...(typeof worker === 'string' && { worker }),
      },
    ];
  });
  return { kept, calls, ...(typeof since === 'number' && { since }) };
}
