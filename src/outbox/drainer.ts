import type { Outcome, NoAnswerCause } from '#contract/outcome.ts';
import { LONGEST_PROBE_DELAY_MS, backoff, LONGEST_CALL_DELAY_MS } from '#outbox/state/backoff.ts';
import {
  type QueuedCall,
  type Tried,
  idempotencyKey,
  isPrint,
  mayHaveCopy,
  troubleOf,
} from '#outbox/state/queuedCall.ts';
import type { NextClaim, SettledAndClaimed } from '#outbox/store/changes.ts';
import { MOST_LOST, lostInRow } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import type { DrainMemory, DrainPorts, Drained, GatewayReach } from './drainPorts.ts';

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

/**
 * Sends what is waiting, one call at a time, until nothing is due, the gateway is gone, or `keepGoing` ends it.
 * The caller holds the drain lock: it saves work, while the claim is what makes two drainers safe.
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
  const { store, now } = ports;
  let hello: Tried | undefined;
  while (keepGoing()) {
    const found = await findGateway(ports, memory, hello);
    if ('kind' in found) return found;
    hello = found;
    const claim = (): NextClaim => {
      const { clearedAt, printsFrom } = memory;
      return { owner, token: ports.newId(), tried: found, clearedAt, printsFrom };
    };
    const claimed = await store.claimNext(claim(), now());
    if (!claimed) return { kind: 'idle' };
    if ('dueAt' in claimed) return { kind: 'wait', ms: Math.max(0, claimed.dueAt - now()) };

    const nextClaim = async (): Promise<NextClaim | undefined> => {
      const isOver = !keepGoing() || isOld(ports, memory) || (await isPaused(ports));
      return isOver ? undefined : claim();
    };
    for (let queued: QueuedCall | undefined = claimed.queued; queued;) {
      const sent = await sendOnce(ports, queued);
      const { event, settled, next } = await settle(ports, queued, sent, nextClaim);
      const end = await act(ports, memory, sent, event, settled);
      if (end) return end;
      if (event.kind === 'answerLost') hello = undefined;
      queued = next;
    }
  }
  return { kind: 'idle' };
}

/** The gateway that calls are trusted to, or how the drain ends. @param hello - what this drain found before. */
async function findGateway(ports: DrainPorts, memory: DrainMemory, hello: Tried | undefined): Promise<Tried | Drained> {
  const { store, now } = ports;
  const sinceProbe = Math.abs(now() - (memory.probedAt ?? Number.NEGATIVE_INFINITY));
  // asked before the storage, which a save may be waiting for: each save wakes a drain, also while nobody is there
  if (sinceProbe < PROBE_GAP_MS && !memory.hello) return { kind: 'wait', ms: PROBE_GAP_MS - sinceProbe };
  if ((await ports.pause()) !== undefined) return { kind: 'paused' };
  if (hello && !isOld(ports, memory)) return hello;

  const { waiting, asking } = await store.totals();
  if (waiting === 0 && !(asking > 0 && memory.wasAway)) return { kind: 'idle' }; // a print is offered when it is back
  if (sinceProbe >= PROBE_GAP_MS || memory.wasAtRest) await probeNow(ports, memory);
  ports.onChange({ gateway: memory.hello ? 'reachable' : 'unreachable' });
  if (memory.hello) return (await ports.pause()) === undefined ? memory.hello : { kind: 'paused' }; // it may not know us

  memory.failures += 1;
  memory.printsFrom = now();
  if (!memory.noPrints) {
    memory.noPrints = true;
    if ((await store.askToConfirmPrints(now())) > 0) ports.onChange({});
  }
  return { kind: 'wait', ms: backoff(memory.failures, LONGEST_PROBE_DELAY_MS, ports.random) };
}

/** A claimed call's end; `slept` and `gone` never left: the page slept, or no gateway answers. */
interface Sent {
  readonly kind: 'sent' | 'slept' | 'gone';
  readonly outcome: Outcome;
}

async function sendOnce(ports: DrainPorts, queued: QueuedCall): Promise<Sent> {
  const isFirst = queued.tries === 1;
  if (isFirst) await ports.readBefore?.(queued).catch(() => undefined); // evidence: the call goes without it
  if (Math.abs(ports.now() - (queued.claim?.at ?? 0)) > STALE_CLAIM_MS) {
    return neverLeft('slept', 'Scanline slept before the call was sent; nothing left.');
  }
  // a label is asked for where somebody answers now: a lost answer would leave a person with a question
  if (isFirst && isPrint(queued) && !(await ports.probe())) {
    return neverLeft('gone', 'The gateway did not answer; nothing left.');
  }
  const telling = setTimeout(() => ports.onChange({}), SHOWN_AFTER_MS);
  const outcome = await ports.send(queued, idempotencyKey(queued), queued.tried);
  clearTimeout(telling);
  return { kind: 'sent', outcome };
}

function neverLeft(kind: 'slept' | 'gone', reason: string): Sent {
  return { kind, outcome: { kind: 'not-forwarded', reason } };
}

/** Records what came of a try. @param nextClaim - of the call that may be claimed along with an answer. */
async function settle(
  ports: DrainPorts,
  queued: QueuedCall,
  { outcome }: Sent,
  nextClaim: () => Promise<NextClaim | undefined>,
): Promise<SettledAndClaimed & { readonly event: QueueEvent }> {
  const { store, now } = ports;
  const event = await withGateway(ports, queued, eventOf(ports, queued, outcome));
  const claim = event.kind === 'answered' ? await nextClaim() : undefined;
  if (event.kind === 'answered' && claim) {
    return { event, ...(await store.settleAndClaim(queued, outcome, event, claim, now())) };
  }
  const settled = await store.settle(queued.seq, queued.claim?.token ?? '', outcome, event, now());
  return { event, ...(settled && { settled }) };
}

/** Does what a try asks for that was recorded by this event. @returns how the drain ends, where it does. */
async function act(
  ports: DrainPorts,
  memory: DrainMemory,
  { kind, outcome }: Sent,
  event: QueueEvent,
  settled: QueuedCall | undefined,
): Promise<Drained | undefined> {
  const isEnrolled = outcome.kind !== 'not-forwarded' || outcome.code !== 'not-enrolled';
  // before the others are told: they see the pause then
  if (!isEnrolled) await ports.keyRefused('not-enrolled');
  else if (event.kind === 'keyRefused') await ports.keyRefused('key-refused');
  ports.onChange(settled ? { settled } : {});
  if (event.kind === 'answerLost') {
    memory.hello = undefined; // the gateway is asked for before anything else is risked
    return undefined;
  }
  if (event.kind !== 'notForwarded') {
    memory.failures = 0;
    return undefined;
  }
  if (!isEnrolled) return { kind: 'paused' };
  if (kind === 'gone') {
    memory.hello = undefined;
    memory.wasAway = true;
    memory.printsFrom = ports.now();
  }
  if (kind !== 'slept') ports.onChange({ gateway: kind === 'gone' ? 'unreachable' : 'cut-off' });
  memory.failures += 1; // the service is away for every call: hold the order, try again later
  return { kind: 'wait', ms: event.delayMs };
}

/** Looks whether the gateway is there, unless it was asked a moment ago. Never while a drain runs. */
export async function probeAtRest(
  ports: Pick<DrainPorts, 'probe' | 'now'>,
  memory: DrainMemory,
): Promise<GatewayReach> {
  const sinceProbe = Math.abs(ports.now() - (memory.probedAt ?? Number.NEGATIVE_INFINITY));
  if (sinceProbe >= PROBE_GAP_MS) {
    await probeNow(ports, memory);
    memory.wasAtRest = true;
  }
  return memory.wasAway ? 'unreachable' : 'reachable';
}

async function probeNow({ probe, now }: Pick<DrainPorts, 'probe' | 'now'>, memory: DrainMemory): Promise<void> {
  memory.probedAt = now(); // when it begins: the network may turn while it is under way
  memory.hello = await probe();
  memory.wasAtRest = false;
  if (memory.hello && memory.wasAway) memory.clearedAt = now(); // it is back, proved by its content
  memory.wasAway = memory.hello === undefined;
}

function isOld({ now }: DrainPorts, { probedAt = 0 }: DrainMemory): boolean {
  return Math.abs(now() - probedAt) > HELLO_MS;
}

/**
 * Tells whether something stops sending. Where that cannot be read the next call is not claimed yet; it is asked again,
 * and the error told, before that.
 */
async function isPaused({ pause }: DrainPorts): Promise<boolean> {
  return (await pause().catch(() => 'not known')) !== undefined;
}

/** Asks for the gateway where this lost answer is the last of many: a network that is down asks no person. */
async function withGateway({ probe }: DrainPorts, queued: QueuedCall, event: QueueEvent): Promise<QueueEvent> {
  if (event.kind !== 'answerLost' || event.isThere || lostInRow(queued) + 1 < MOST_LOST) return event;
  return { ...event, isThere: (await probe()) !== undefined };
}

/** Returns the event that an outcome is to the call. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md. */
export function eventOf(
  { judge, random }: Pick<DrainPorts, 'judge' | 'random'>,
  queued: Pick<QueuedCall, 'operation' | 'tries' | 'inDoubt' | 'copied' | 'passed'>,
  outcome: Outcome,
): QueueEvent {
  if (outcome.kind === 'answered') {
    const verdict = judge(queued.operation, outcome.text);
    if (verdict !== 'key-refused') return { kind: 'answered', text: outcome.text, verdict };
    return { kind: 'keyRefused', trouble: { code: 'key-refused', reason: 'The service refused the access key.' } };
  }
  const trouble = troubleOf(outcome);
  const delay = (longestMs: number, retryAfterMs = 0): number =>
    Math.min(LONGEST_CALL_DELAY_MS, Math.max(retryAfterMs, backoff(queued.tries, longestMs, random)));
  switch (outcome.kind) {
    case 'rejected': {
      // the gateway's settings may have been others at the try before; the service's word is the one under this key
      const isOpen = outcome.by === 'gateway' && queued.inDoubt;
      return { kind: isOpen ? 'nobodyKnows' : 'rejected', trouble };
    }
    case 'not-forwarded': {
      const { isUnasked } = outcome;
      if (outcome.code === 'not-enrolled') return { kind: 'notForwarded', trouble, delayMs: 0, isUnasked }; // the queue pauses
      // the gateway is there, so it is asked again as often as it would be looked for, or when it says
      const delayMs = delay(LONGEST_PROBE_DELAY_MS, outcome.retryAfterMs);
      return { kind: 'notForwarded', trouble, delayMs, isUnasked };
    }
    case 'in-progress':
      return { kind: 'stillRunning', trouble, delayMs: delay(LONGEST_CALL_DELAY_MS, outcome.retryAfterMs) };
    case 'unknown': {
      if (outcome.stands) return { kind: 'heard', stands: outcome.stands };
      const isRefused = outcome.code === 'key-reuse' && !queued.inDoubt;
      const isCopy = outcome.code === 'key-expired' && mayHaveCopy(queued);
      return {
        kind: isRefused ? 'rejected' : 'nobodyKnows',
        trouble: isCopy ? { ...trouble, code: 'copied' } : trouble,
      };
    }
    case 'no-answer': {
      const delayMs = delay(LONGEST_CALL_DELAY_MS);
      return { kind: 'answerLost', trouble, delayMs, isThere: isWhole(outcome.cause) };
    }
  }
}

/** Tells whether a reply came whole: then the network is not to blame, whose trouble may last as long as it wants. */
function isWhole(cause: NoAnswerCause): boolean {
  return cause === 'too-large' || cause === 'status' || cause === 'malformed' || cause === 'foreign';
}
