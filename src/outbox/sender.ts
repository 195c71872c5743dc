import type { Call } from '#contract/call.ts';
import { judge } from '#site/judging.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { DrainPorts } from './drainPorts.ts';
import { readBefore } from './readBefore.ts';
import type { Tried } from './state/queuedCall.ts';
import type { Store } from './store/store.ts';

/** The part of a gateway's hello that is looked at before calls are trusted to it. */
interface Hello {
  readonly epoch: string;
  /** The app's that its gateway serves. */
  readonly version: string;
  /** The ledger's time, Unix ms. */
  readonly now: number;
  /** It takes people's decisions. */
  readonly decisions?: true;
  /** `false`: this handheld may not call. */
  readonly enrolled?: boolean;
  /** A supervisor has asked the handhelds to take the newest version. */
  readonly takeUpdate?: true;
  /** The desk's words to this handheld; absent from older gateways. */
  readonly desk?: {
    readonly hold?: { readonly by: string; readonly why: string; readonly until: number };
    readonly send?: { readonly id: string; readonly by: string };
    readonly report?: { readonly id: string; readonly by: string };
  };
  /** Stands for the key that the gateway holds. */
  readonly keyGeneration?: string;
}

/** A way to send a call now. `tried`: also of this try, which the browser may send again. */
interface TryOptions {
  readonly idempotencyKey?: string;
  readonly tried?: Tried;
  readonly timeoutMs: number;
}

/** All that a page and the service worker send with: HTTP, what this handheld knows, and who is told. */
export interface SenderPorts {
  readonly store: Store;
  readonly site: () => SiteConfiguration;
  /** Sends a call once, with the access key as it is now. */
  readonly sendNow: (call: Call, how: TryOptions) => Promise<Outcome>;
  readonly newId: () => string;
  readonly sendTimeoutMs: number;
  /** A saved call waits no longer than this for a look at what it is about to change. */
  readonly readBeforeTimeoutMs: number;
  /** Asks for the gateway's hello; `undefined`: none answers. */
  readonly hello: () => Promise<Hello | undefined>;
  readonly pause: {
    code(): Promise<string | undefined>;
    /** Takes in what a hello says of this handheld. @returns whether that changed something. */
    heard(hello: Hello): Promise<boolean>;
    keyRefused(why: 'key-refused' | 'not-enrolled'): Promise<void>;
  };
  /** Tells the gateway what was decided here, and hears what others decided. Source: `hearDecisions`. */
  readonly hearOthers: () => Promise<number | undefined>;
  /** Told of each hello that is trusted. */
  readonly onHello?: (hello: Hello) => void;
  /** Told when a hello has changed what pauses sending. */
  readonly onPauseChanged?: () => void;
  readonly settingsChanged: () => void;
  readonly rowsChanged: () => void;
}

/** Creates what drains with, on a page as in the service worker: a hello, then what others decided, then one call after another. */
export function createSender(ports: SenderPorts): Omit<DrainPorts, 'onChange'> {
  const { store, site, sendNow, newId, pause } = ports;
  return {
    store,
    send: (queued, idempotencyKey, tried) =>
      sendNow(queued, { idempotencyKey, ...(tried && { tried }), timeoutMs: ports.sendTimeoutMs }),
    readBefore: (queued) =>
      readBefore(queued, store, site(), (question) => sendNow(question, { timeoutMs: ports.readBeforeTimeoutMs })),
    async probe() {
      const hello = await ports.hello();
      if (hello && (await pause.heard(hello))) {
        ports.settingsChanged();
        ports.onPauseChanged?.();
      }
      const heard = hello?.decisions ? await ports.hearOthers() : 0;
      if (heard === undefined) return undefined; // it has gone since
      if (hello) ports.onHello?.(hello);
      if (heard > 0) ports.rowsChanged();
      return hello && { epoch: hello.epoch, at: hello.now };
    },
    judge: (operation, text) => judge(site(), operation, text),
    pause: () => pause.code(),
    async keyRefused(why) {
      await pause.keyRefused(why);
      ports.settingsChanged();
    },
    now: Date.now,
    random: Math.random,
    newId,
  };
}
