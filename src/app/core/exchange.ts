import type { Call } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Rotation } from '#contract/rotation.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type Hello, meet } from '#wire/hello.ts';
import { type SendOptions, send } from '#wire/send.ts';
import { newId } from './newId.ts';

const READ_TIMEOUT_MS = 8_000;
export const PROBE_TIMEOUT_MS = 5_000;

/** The site and the access key as this page knows them: read at each use, as they change. */
export interface ServiceAccess {
  readonly site: () => SiteConfiguration;
  /** The access key; empty where the gateway holds it. */
  readonly apiKey: () => Promise<string>;
}

/** Sends a call now, with the access key as it is now. */
export async function sendNow(access: ServiceAccess, call: Call, how: SendOptions): Promise<Outcome> {
  return send(fetch.bind(globalThis), call, await access.apiKey(), access.site(), how);
}

/** Sends a read now, outside the ledger. */
export function createRead(access: ServiceAccess): (call: Call) => Promise<Outcome> {
  return (call) => sendNow(access, call, { timeoutMs: READ_TIMEOUT_MS });
}

/**
 * Asks the gateway for its hello, and tells it how this handheld stands; `undefined` where none answers.
 *
 * @param onMet - told what has answered, which may be something else.
 */
export async function askHello(
  rotation?: Rotation,
  report?: string,
  onMet: (found: Hello | 'stranger' | undefined) => void = () => undefined,
): Promise<Hello | undefined> {
  const found = await meet(fetch.bind(globalThis), newId(), PROBE_TIMEOUT_MS, rotation, report);
  onMet(found);
  return found === 'stranger' ? undefined : found;
}
