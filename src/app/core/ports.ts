import type { Call } from '#contract/call.ts';
import { judge } from '#contract/judging.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { Rotation } from '#contract/rotation.ts';
import type { OutboxPorts } from '#outbox/outboxPorts.ts';
import { readBefore } from '#outbox/readBefore.ts';
import type { Store } from '#outbox/store/store.ts';
import { type Hello, probe } from '#wire/hello.ts';
import { type SendOptions, send } from '#wire/send.ts';

const SEND_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 8_000;
const PROBE_TIMEOUT_MS = 5_000;
/** A call that is saved waits no longer than this for a look at what it is about to change. */
const READ_BEFORE_TIMEOUT_MS = 3_000;

/** The site and the access key as this page knows them: read at each use, as they change. */
export interface Known {
  readonly site: () => SiteConfiguration;
  /** The access key; empty where the gateway holds it. */
  readonly apiKey: () => Promise<string>;
}

async function sendOnce(known: Known, call: Call, how: SendOptions): Promise<Outcome> {
  return send(fetch.bind(globalThis), call, await known.apiKey(), known.site(), how);
}

/** Sends a read now, outside the ledger. */
export function createRead(known: Known): (call: Call) => Promise<Outcome> {
  return (call) => sendOnce(known, call, { timeoutMs: READ_TIMEOUT_MS });
}

/** Asks the gateway for its hello; `undefined` where none answers. */
export function askHello(rotation?: Rotation): Promise<Hello | undefined> {
  return probe(fetch.bind(globalThis), newId(), PROBE_TIMEOUT_MS, rotation);
}

/** The outbox's ports on this page: HTTP, locks, timers and clocks. */
export function createPorts(store: Store, known: Known, channel: BroadcastChannel) {
  return {
    store,
    send: (queued, key, tried) =>
      sendOnce(known, queued, { idempotencyKey: key, ...(tried && { tried }), timeoutMs: SEND_TIMEOUT_MS }),
    readBefore: (queued) =>
      readBefore(queued, store, known.site(), (question) =>
        sendOnce(known, question, { timeoutMs: READ_BEFORE_TIMEOUT_MS }),
      ),
    judge: (operation, text) => judge(known.site(), operation, text),
    now: Date.now,
    random: Math.random,
    newId,
    locks: navigator.locks,
    channel,
    setTimeout: (work, ms) => setTimeout(work, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    setInterval: (tick, ms) => setInterval(tick, ms),
    clearInterval: (timer) => clearInterval(timer),
  } satisfies Partial<OutboxPorts>;
}

/** A random UUID, also where the origin is not secure and `crypto.randomUUID` is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
