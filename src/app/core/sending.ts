import type { AppView } from './appView.ts';
import { explain, isStorageGone } from '#tasks/task/explain.ts';
import type { KeptHere } from './keptHere.ts';
import type { ShownValue } from '#contract/listeners.ts';
import { COPIED, type Rotation } from '#contract/rotation.ts';
import { createLife } from '#device/life.ts';
import { createPause } from '#device/pause.ts';
import { CHANNEL, channelWords } from '#outbox/names.ts';
import { createOutbox } from '#outbox/outbox.ts';
import type { OutboxPorts } from '#outbox/outboxPorts.ts';
import type { Tried } from '#outbox/state/queuedCall.ts';
import { createStore, type Store } from '#outbox/store/store.ts';
import type { Vault } from '#device/vault.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import type { Call } from '#contract/call.ts';
import { judge } from '#contract/judging.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { readBefore } from '#outbox/drainer.ts';
import { type Hello, probe } from '#wire/hello.ts';
import { type SendOptions, send } from '#wire/send.ts';

interface SendingPorts extends Required<
  Pick<OutboxPorts, 'refuse' | 'onSaved' | 'onNotSaved' | 'onSettled' | 'onTrouble'>
> {
  readonly onSettingsChanged: () => void;
  /** Called when it was noticed, here or elsewhere, that this storage was copied. */
  readonly onCopied: () => void;
}

export type Sending = ReturnType<typeof createSending>;

/** The queue, what it is sent with, and why it may be paused. */
export function createSending(
  { connection, kept, vault, drafts }: KeptHere,
  app: ShownValue<AppView>,
  { onTrouble, onSettingsChanged, onCopied, ...onCalls }: SendingPorts,
) {
  const site = () => app.view().site;
  const lanes = () => site().lanes ?? {};
  const pause = createPause(kept, vault, site);
  const accessKey = createAccessKey(vault, () => site().keyOnGateway);
  const known = { site, apiKey: accessKey.read };
  const channel = new BroadcastChannel(CHANNEL);
  const tellPages = (): void => channel.postMessage(channelWords.settings);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === channelWords.settings) onSettingsChanged();
    if (data === COPIED) onCopied();
  });
  const store = createStore(connection, lanes, drafts.writtenWith);
  const life = createLife({
    keep: kept,
    locks: navigator.locks,
    newId,
    monotonic: () => performance.now(),
    now: Date.now,
    markCopied: () => store.markCopied(),
    onCopied() {
      channel.postMessage(COPIED);
      onCopied();
    },
  });
  const outbox = createOutbox({
    ...createPorts(store, known, channel),
    ...onCalls,
    told: life.told,
    pause: () => pause.code(),
    async keyRefused(why) {
      await pause.keyRefused(why);
      tellPages();
    },
    async probe(): Promise<Tried | undefined> {
      const hello = await life.hello(askHello);
      if (hello && (await pause.heard(hello))) {
        tellPages();
        outbox.wake();
      }
      return hello && { epoch: hello.epoch, at: hello.now };
    },
    onTrouble(error) {
      onTrouble(error);
      if (isStorageGone(error)) app.change({ stage: 'blocked', reason: explain(error) });
      // oxlint-disable-next-line no-console -- nobody can act on it; whoever looks into a handheld finds it here
      else console.error(error); // a full disk, a step that another page took first: the drain tries again by itself
    },
  });
  return { outbox, pause, accessKey, known, lanes, tellPages, told: life.told };
}

/** The access key, opened when a call first needs it, and taken out of what leaves this handheld. @param onGateway - whether the gateway adds it instead */
function createAccessKey(vault: Vault, onGateway: () => boolean) {
  let opened: string | undefined;
  return {
    /** Empty where the gateway adds it, or none was given. */
    read: async (): Promise<string> => (onGateway() ? '' : ((opened ??= await vault.open()) ?? '')),
    forget(): void {
      opened = undefined;
    },
    /** A text without the key, in every form that it is known to take. */
    async takenFrom(text: string): Promise<string> {
      const key = (await vault.open().catch(() => undefined)) ?? '';
      if (key === '') return text;
      return eraseKeyFromText(text, key).split(key).join('•••'); // a key too short for its forms is taken out as it is
    },
  };
}

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
function createPorts(store: Store, known: Known, channel: BroadcastChannel) {
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
