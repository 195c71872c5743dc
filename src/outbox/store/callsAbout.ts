import { isObject, jsonIn } from '#contract/json.ts';
import { operationOf } from '#contract/catalogue.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { Connection } from './database.ts';
import { createHistory } from './history.ts';
import { callsOf } from './rows.ts';

/** The calls about a code that were found so far, the newest first. */
export interface FoundAbout {
  readonly calls: readonly QueuedCall[];
  /** Calls that were looked through, and all that there are. */
  readonly looked: number;
  readonly of: number;
}

/** The most that are found, and that are looked through: a shift has hundreds, and older ones are found in the list of all calls. */
const MOST_FOUND = 50;
const MOST_LOOKED = 20_000;

/**
 * Looks for this handheld's calls about a code, whole and letter by letter, the newest first: slice by slice, so that no scan waits for
 * it. Whoever leaves off ends it.
 */
export async function* callsAbout(
  connection: Connection,
  code: string,
  mostLooked = MOST_LOOKED,
): AsyncGenerator<FoundAbout> {
  const calls: QueuedCall[] = [];
  for await (const { found, looked, of } of createHistory(connection).search({ text: code })) {
    const rows = await connection.run((database) => callsOf(database, found));
    calls.push(...rows.filter((row) => isAbout(row, code)));
    yield { calls: calls.slice(0, MOST_FOUND), looked, of };
    if (calls.length >= MOST_FOUND || looked >= mostLooked) return;
  }
}

/** Tells whether a call names a code: it was scanned for it, is a value of it, or a member of a value that is JSON. */
export function isAbout({ scans, parameters }: Pick<QueuedCall, 'scans' | 'parameters'>, code: string): boolean {
  return (
    scans.some(({ text, raw }) => text === code || raw === code) ||
    parameters.some(([, text]) => text === code || membersOf(text).includes(code))
  );
}

function membersOf(text: string): readonly unknown[] {
  const read = text.startsWith('{') ? jsonIn(text) : undefined;
  return isObject(read) ? Object.values(read) : [];
}

/**
 * Returns what else the thing that a code is of goes by in calls: the value by which a call names its object, where this code was scanned
 * for it and nobody scanned that value. A bag's calls name a line of its transfer.
 */
export function otherNameIn(
  call: Pick<QueuedCall, 'operation' | 'scans' | 'parameters'>,
  code: string,
): string | undefined {
  const { scans, parameters } = call;
  const { lane } = operationOf(call.operation);
  const value = lane === undefined ? undefined : new Map(parameters).get(lane);
  if (value === undefined || scans[0]?.text !== code || scans.some(({ text }) => text === value)) return undefined;
  return value;
}
