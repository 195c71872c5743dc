import type { DeskHold } from '#contract/deskHold.ts';
import { isObject } from '#contract/json.ts';
import { postJson } from './postJson.ts';

/** The path at which a handheld gives the report that the desk has asked for. */
export const DESK_REPORT_PATH = '/gateway/desk/report';

/** The longest report, in letters. */
export const LONGEST_REPORT = 120_000;

/** One thing that the desk asks for once. */
export interface DeskWish {
  /** Another one each time: what was done under it is not done again. */
  readonly id: string;
  readonly by: string;
}

/** The desk's words to one handheld, with each hello. */
export interface DeskAsks {
  readonly hold?: DeskHold;
  /** Send now what waits, whatever the back-off. */
  readonly send?: DeskWish;
  /** Give a report of the handheld, with what it did last. */
  readonly report?: DeskWish;
}

/** Reads the desk's words in a hello; `undefined`: the gateway is of before it had any. */
export function deskAsksIn(value: unknown): DeskAsks | undefined {
  if (!isObject(value)) return undefined;
  const { hold, send, report } = value;
  return {
    ...(isHold(hold) && { hold }),
    ...(isWish(send) && { send }),
    ...(isWish(report) && { report }),
  };
}

function isHold(value: unknown): value is DeskHold {
  if (!isObject(value)) return false;
  const { by, why, until } = value;
  return typeof by === 'string' && typeof why === 'string' && typeof until === 'number';
}

function isWish(value: unknown): value is DeskWish {
  return isObject(value) && typeof value['id'] === 'string' && typeof value['by'] === 'string';
}

/** A report as it goes to the gateway. */
export interface DeskReport {
  /** The wish that it answers. */
  readonly id: string;
  /** The name of the storage, as in a hello's report: by it the gateway knows a handheld that is not enrolled. */
  readonly storage: string;
  readonly text: string;
}

/** The result of giving a report. `unwanted`: nobody asks for it any more. `later`: nobody has taken it; it may be tried again. */
export type ReportGiven = 'taken' | 'unwanted' | 'later';

/** Gives the gateway a report. Never throws. A gateway of before, beside the one that told the wish, knows no such address: it is tried again. */
export async function giveReport(
  fetch: typeof globalThis.fetch,
  report: DeskReport,
  timeoutMs: number,
): Promise<ReportGiven> {
  try {
    const status = await postJson(fetch, DESK_REPORT_PATH, report, timeoutMs, (reply) => reply.status);
    return status === 204 ? 'taken' : status === 410 ? 'unwanted' : 'later';
  } catch {
    return 'later';
  }
}
