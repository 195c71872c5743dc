import { once } from '#contract/once.ts';
import type { Call } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { Rotation } from '#contract/rotation.ts';
import type { OutboxPorts } from '#outbox/outboxPorts.ts';
import type { Store } from '#outbox/store/store.ts';
import type { Hello } from '#wire/hello.ts';
import type { SendOptions } from '#wire/send.ts';

const SEND_TIMEOUT_MS = 30_000;
const READ_TIMEOUT_MS = 8_000;
const PROBE_TIMEOUT_MS = 5_000;
/** A call that is saved waits no longer than this for a look at what it is about to change. */
const READ_BEFORE_TIMEOUT_MS = 3_000;

/** What this page knows while it runs: read at each use, as it changes. */
export interface Known {
  readonly site: () => SiteConfiguration;
  /** The access key; empty where the gateway holds it. */
  readonly apiKey: () => Promise<string>;
}

/** How a call is spoken, and what an answer means: no screen needs them to start, and both are there before any answer. */
export const loadCodecs = once(async () => {
  const [{ send }, { judge }] = await Promise.all([import('#wire/send.ts'), import('#contract/judging.ts')]);
  return { send, judge };
});

const notLoaded: Outcome = {
  kind: 'not-forwarded',
  reason: 'Scanline could not load a part of itself; nothing was sent.',
};

async function sendOnce(known: Known, call: Call, how: SendOptions): Promise<Outcome> {
  const codecs = await loadCodecs().catch(() => undefined);
  if (!codecs) return notLoaded;
  return codecs.send(fetch.bind(globalThis), call, await known.apiKey(), known.site(), how);
}

/** Sends a read now, outside the ledger. */
export function createRead(known: Known): (call: Call) => Promise<Outcome> {
  return (call) => sendOnce(known, call, { timeoutMs: READ_TIMEOUT_MS });
}

/** What the gateway says of itself, or `undefined` where none answers. */
export async function askHello(rotation?: Rotation): Promise<Hello | undefined> {
  const { probe } = await import('#wire/hello.ts');
  return probe(fetch.bind(globalThis), newId(), PROBE_TIMEOUT_MS, rotation);
}

/** The outbox's ports on this page: HTTP, locks, timers and clocks. */
export function createPorts(store: Store, known: Known, channel: BroadcastChannel) {
  return {
    store,
    send: (queued, key, tried) =>
      sendOnce(known, queued, { idempotencyKey: key, ...(tried && { tried }), timeoutMs: SEND_TIMEOUT_MS }),
    async readBefore(queued) {
      const { readBefore } = await import('#outbox/readBefore.ts');
      await readBefore(queued, store, known.site(), (question) =>
        sendOnce(known, question, { timeoutMs: READ_BEFORE_TIMEOUT_MS }),
      );
    },
    judge: (operation, text) => loadCodecs.loaded()?.judge(known.site(), operation, text) ?? 'unclassified',
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
