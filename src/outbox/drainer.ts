import type { OperationName } from '#contract/catalogue.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Verdict } from '#contract/answerRule.ts';
import { LONGEST_PROBE_DELAY_MS, backoff } from '#outbox/state/backoff.ts';
import { type QueuedCall, type Tried, idempotencyKey, isPrint } from '#outbox/state/queuedCall.ts';
import type { Store } from '#outbox/store/store.ts';
import { MOST_LOST, lostInRow } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import { eventOf } from './eventOf.ts';

/** Sends a call once and says what came of it; never throws. `tried`: also of this try, which the browser may send again. */
export type Send = (queued: QueuedCall, key: string, tried: Tried | undefined) => Promise<Outcome>;

/** Everything the drainer needs from outside: it knows no HTTP, no clock and no lock. */
export interface DrainPorts {
  readonly store: Store;
  readonly send: Send;
  /** Looks at what a call is about to change, where the site wants that; called before its first try. */
  readonly readBefore?: (queued: QueuedCall) => Promise<void>;
  /** The gateway's epoch and clock, or `undefined` where no gateway answers. */
  readonly probe: () => Promise<Tried | undefined>;
  readonly judge: (operation: OperationName, text: string | null) => Verdict;
  /** Why nothing may be sent now (no key, a refused key, a person's hold), or `undefined`. */
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

/** What is known of the gateway: `cut-off` where it answers, and cannot pass calls on. */
export type Gateway = 'reachable' | 'unreachable' | 'cut-off';

export interface DrainChange {
  readonly gateway?: Gateway;
  /** The call after a settle. */
  readonly settled?: QueuedCall;
}

/** How a drain ended: nothing left to send, or milliseconds until the next try is worth it. */
export type Drained =
  | { readonly kind: 'idle' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'wait'; readonly ms: number };

/** Scans in quick succession wake the drainer each time, and answers are lost in rows; the gateway is not looked for more often. */
const PROBE_GAP_MS = 1_000;

/** A hello this old is asked for again before anything new is claimed: the ledger goes by when a call was tried. */
const HELLO_MS = 10_000;

/**
 * A claim this old that was not sent yet, in milliseconds: the page slept, and another may have sent the call meanwhile.
 * A ledger that was put back meanwhile goes by the time that the claim was told: it may be no older than its gaps reach back.
 */
const STALE_CLAIM_MS = 12_000;
/** A call that is being sent for longer than this is shown so: it cannot be taken back any more. */
const SHOWN_AFTER_MS = 1_000;
const GONE: Outcome = { kind: 'not-forwarded', reason: 'The gateway did not answer; nothing left.' };
const SLEPT: Outcome = { kind: 'not-forwarded', reason: 'Scanline slept before the call was sent; nothing left.' };

/** What is remembered between drains. */
export interface DrainMemory {
  /** Probes in a row that found no gateway, or calls in a row that it could not forward. */
  failures: number;
  /** What the last probe found; gone after a lost answer. */
  hello?: Tried | undefined;
  /** Unix ms of the last probe. */
  probedAt?: number;
  /** Whether the last probe was at rest: a call is not trusted to what answered then. */
  wasAtRest?: boolean;
  /** Whether the last probe found no gateway. */
  wasAway?: boolean;
  /** Unix ms of the last sign that trying is worth it again; back-offs from before it are over. */
  clearedAt?: number;
  /** Unix ms of the last time that no gateway was found, or of this drainer's start: prints from before are asked about. */
  printsFrom?: number;
  /** Whether no print was saved since waiting ones were put to a person for want of a gateway. */
  noPrints?: boolean;
}

/**
 * Sends what is waiting, one call at a time, until nothing is due, the gateway is gone, or `stopped` says so. The
 * caller holds the drain lock: it saves work, while the claim is what makes two drainers safe.
 *
 * @param owner - this page's or worker's identity, kept for its life.
 * @param keepGoing - asked before each claim: false ends the drain between two calls.
 */
export async function drain(
  ports: DrainPorts,
  memory: DrainMemory,
  owner: string,
  keepGoing: () => boolean,
): Promise<Drained> {
  const { store, now, random } = ports;
  let hello: Tried | undefined;
  while (keepGoing()) {
    const sinceProbe = Math.abs(now() - (memory.probedAt ?? Number.NEGATIVE_INFINITY));
    // asked before the storage, which a save may be waiting for: each save wakes a drain, also while nobody is there
    if (sinceProbe < PROBE_GAP_MS && !memory.hello) return { kind: 'wait', ms: PROBE_GAP_MS - sinceProbe };
    if ((await ports.pause()) !== undefined) return { kind: 'paused' };
    if (isOld(ports, memory)) hello = undefined;
    if (!hello) {
      const { waiting, asking } = await store.totals();
      if (waiting === 0 && !(asking > 0 && memory.wasAway)) return { kind: 'idle' }; // a print is offered when it is back
      if (sinceProbe >= PROBE_GAP_MS || memory.wasAtRest) await look(ports, memory);
      hello = memory.hello;
      ports.onChange({ gateway: hello ? 'reachable' : 'unreachable' });
      if (hello && (await ports.pause()) !== undefined) return { kind: 'paused' }; // it may have said that it does not know us
    }
    if (!hello) {
      memory.failures += 1;
      memory.printsFrom = now();
      if (!memory.noPrints) {
        memory.noPrints = true;
        if ((await store.askPrints(now())) > 0) ports.onChange({});
      }
      return { kind: 'wait', ms: backoff(memory.failures, LONGEST_PROBE_DELAY_MS, random) };
    }

    const claimed = await store.claimNext(owner, ports.newId(), hello, now(), memory.clearedAt, memory.printsFrom);
    if (!claimed) return { kind: 'idle' };
    if ('dueAt' in claimed) return { kind: 'wait', ms: Math.max(0, claimed.dueAt - now()) };

    const found: Tried = hello;
    let next: QueuedCall | undefined;
    for (let queued: QueuedCall | undefined = claimed.queued; queued; queued = next) {
      if (queued.tries === 1) await ports.readBefore?.(queued).catch(() => undefined); // evidence: the call goes without it
      const isStale = Math.abs(now() - (queued.claim?.at ?? 0)) > STALE_CLAIM_MS;
      // a label is asked for where somebody answers now: a lost answer would leave a person with a question
      const isGone = !isStale && queued.tries === 1 && isPrint(queued) && !(await ports.probe());
      const telling = setTimeout(() => ports.onChange({}), SHOWN_AFTER_MS);
      const outcome = isStale ? SLEPT : isGone ? GONE : await ports.send(queued, idempotencyKey(queued), queued.tried);
      clearTimeout(telling);
      const event = await withGateway(ports, queued, eventOf(ports, queued, outcome));
      let settled: QueuedCall | undefined;
      if (event.kind === 'answered' && keepGoing() && !isOld(ports, memory) && !(await isPaused(ports))) {
        const { clearedAt, printsFrom } = memory;
        const claim = { owner, token: ports.newId(), tried: found, clearedAt, printsFrom };
        ({ settled, next } = await store.settleAndClaim(queued, outcome, event, claim, now()));
      } else {
        settled = await store.settle(queued.seq, queued.claim?.token ?? '', outcome, event, now());
        next = undefined;
      }
      const isUnknown = outcome.kind === 'not-forwarded' && outcome.code === 'not-enrolled';
      if (isUnknown) await ports.keyRefused('not-enrolled');
      if (event.kind === 'keyRefused') await ports.keyRefused('key-refused');
      ports.onChange(settled ? { settled } : {});
      if (isUnknown) return { kind: 'paused' };
      if (event.kind === 'notForwarded') {
        if (isGone) {
          memory.hello = undefined;
          memory.wasAway = true;
          memory.printsFrom = now();
        }
        if (!isStale) ports.onChange({ gateway: isGone ? 'unreachable' : 'cut-off' });
        memory.failures += 1; // the service is away for every call: hold the order, try again later
        return { kind: 'wait', ms: event.delayMs };
      }
      // after a lost answer the gateway is asked for before anything else is risked
      if (event.kind === 'answerLost') hello = memory.hello = undefined;
      else memory.failures = 0;
    }
  }
  return { kind: 'idle' };
}

/** Looks whether the gateway is there, unless it was asked a moment ago. Never while a drain runs. */
export async function lookAtRest(ports: Pick<DrainPorts, 'probe' | 'now'>, memory: DrainMemory): Promise<Gateway> {
  const sinceProbe = Math.abs(ports.now() - (memory.probedAt ?? Number.NEGATIVE_INFINITY));
  if (sinceProbe >= PROBE_GAP_MS) {
    await look(ports, memory);
    memory.wasAtRest = true;
  }
  return memory.wasAway ? 'unreachable' : 'reachable';
}

async function look({ probe, now }: Pick<DrainPorts, 'probe' | 'now'>, memory: DrainMemory): Promise<void> {
  memory.hello = await probe();
  memory.probedAt = now();
  memory.wasAtRest = false;
  if (memory.hello && memory.wasAway) memory.clearedAt = now(); // it is back, proved by its content
  memory.wasAway = memory.hello === undefined;
}

function isOld({ now }: DrainPorts, { probedAt = 0 }: DrainMemory): boolean {
  return Math.abs(now() - probedAt) > HELLO_MS;
}

/** Where that cannot be read the next call is not claimed yet; it is asked for again, and the error told, before that. */
async function isPaused({ pause }: DrainPorts): Promise<boolean> {
  try {
    return (await pause()) !== undefined;
  } catch {
    return true;
  }
}

/** Where this lost answer is the last of many, whether the gateway is there: a network that is down asks no person. */
async function withGateway({ probe }: DrainPorts, queued: QueuedCall, event: QueueEvent): Promise<QueueEvent> {
  if (event.kind !== 'answerLost' || event.isThere || lostInRow(queued) + 1 < MOST_LOST) return event;
  return { ...event, isThere: (await probe()) !== undefined };
}
