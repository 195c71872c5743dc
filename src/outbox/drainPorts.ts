import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Verdict } from '#site/judging.ts';
import type { QueuedCall, Tried } from '#outbox/state/queuedCall.ts';
import type { Store } from '#outbox/store/store.ts';

/** Everything the drainer needs from outside: it knows no HTTP, no clock and no lock. */
export interface DrainPorts {
  readonly store: Store;
  /** Sends a call once and says what came of it; never throws. `tried`: also of this try, which the browser may send again. */
  readonly send: (queued: QueuedCall, key: string, tried: Tried | undefined) => Promise<Outcome>;
  /** Looks at what a call is about to change, where the site wants that; called before its first try. */
  readonly readBefore?: (queued: QueuedCall) => Promise<void>;
  /** The gateway's epoch and clock, or `undefined` where no gateway answers. */
  readonly probe: () => Promise<Tried | undefined>;
  readonly judge: (operation: OperationName, text: string | null) => Verdict;
  /** Returns the reason why nothing may be sent now (no key, a refused key, a person's hold), or `undefined`. */
  readonly pause: () => Promise<string | undefined>;
  /** Called when the service refused the access key, or the gateway this handheld: nothing more may be sent as it is. */
  readonly keyRefused: (why: 'key-refused' | 'not-enrolled') => Promise<void>;
  /** Unix ms. */
  readonly now: () => number;
  readonly random: () => number;
  readonly newId: () => string;
  /** Called after each change of a row, and with what is known of the gateway. */
  readonly onChange: (change: DrainChange) => void;
}

/** The gateway's reach; `cut-off`: it answers, and cannot pass calls on; `stranger`: something else answers in its place. */
export type GatewayReach = 'reachable' | 'unreachable' | 'cut-off' | 'stranger';

export interface DrainChange {
  readonly gateway?: GatewayReach;
  /** The call after a settle. */
  readonly settled?: QueuedCall;
}

/** The end of a drain: nothing left to send, paused, or milliseconds until the next try is worth it. */
export type Drained =
  | { readonly kind: 'idle' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'wait'; readonly ms: number };

export interface DrainMemory {
  /** Probes in a row that found no gateway, or calls in a row that it could not forward. */
  failures: number;
  /** The epoch and time that the last probe brought; gone after a lost answer. */
  hello?: Tried | undefined;
  /** Unix ms at which the last probe began. */
  probedAt?: number;
  /** True after a probe at rest: what answered then is probed again before a call is trusted to it. */
  wasAtRest?: boolean;
  /** True where the last probe or print found no gateway. */
  wasAway?: boolean;
  /** Unix ms of the last sign that trying is worth it again; back-offs from before it are over. */
  clearedAt?: number;
  /** Unix ms of the last time that no gateway was found, or of this drainer's start: prints from before are asked about. */
  printsFrom?: number;
  /** True once waiting prints were put to a person for want of a gateway, until the next print is saved. */
  noPrints?: boolean;
}
