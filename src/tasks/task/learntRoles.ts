import type { Verdict } from '#site/judging.ts';
import type { Call } from '#contract/call.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

const MOST_CODES = 2_000;
const LEARNT_FROM_DISK = 300;

/** The parameters that take one kind of code in a look-up, each with what it is elsewhere: `storeCode` is the shelf of a pair. */
const ROLES_ASKED = new Map([
  ['selfID', ['storeCode', 'selfID']],
  ['bagCode', ['bagCode']],
  ['batchCode', ['batchCode']],
  ['deliveryCode', ['deliveryCode']],
]);

/**
 * By a code, and by what it looks like, the parameters that it filled in calls that the service accepted: `storeCode` where
 * it was a shelf.
 */
export type LearntRoles = Map<string, readonly string[]>;

interface Answered extends Pick<QueuedCall, 'parameters'> {
  readonly result?: Pick<NonNullable<QueuedCall['result']>, 'verdict'> | undefined;
  readonly scans: readonly { readonly text: string }[];
}

/**
 * Notes what the codes of an accepted call were: a shelf scanned for a delivery is known without the site's rules.
 *
 * @param keysOf - under which a code is noted, beside itself.
 */
export function learnRoles(
  known: LearntRoles,
  { result, parameters, scans }: Answered,
  keysOf: (text: string) => readonly string[] = () => [],
): void {
  if (result?.verdict !== 'accepted') return;
  for (const { text } of scans) {
    const roles = parameters.flatMap(([name, value]) => (value === text ? name : []));
    for (const key of [text, ...keysOf(text)]) {
      const before = known.get(key) ?? [];
      known.delete(key); // what comes again is the newest
      known.set(key, [...new Set([...before, ...roles])]);
    }
  }
  for (const oldest of known.keys()) {
    if (known.size <= MOST_CODES) return;
    known.delete(oldest);
  }
}

/** The same of what the service was asked about. An answer that no rule takes for accepted may be of an unknown code. */
export function learnLookUp(
  known: LearntRoles,
  { parameters }: Call,
  verdict: Verdict,
  keysOf?: (text: string) => readonly string[],
): void {
  const asked = parameters.flatMap(([name, text]) =>
    text === '' ? [] : (ROLES_ASKED.get(name) ?? []).map((role) => [role, text] as const),
  );
  learnRoles(known, { result: { verdict }, parameters: asked, scans: asked.map(([, text]) => ({ text })) }, keysOf);
}

export async function learnFromDisk(
  known: LearntRoles,
  outbox: Pick<Outbox, 'list'>,
  keysOf?: (text: string) => readonly string[],
): Promise<void> {
  const newestFirst = await outbox.list('answered', LEARNT_FROM_DISK);
  [...newestFirst].reverse().forEach((call) => learnRoles(known, call, keysOf));
}
