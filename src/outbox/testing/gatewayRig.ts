import type { Outcome } from '#contract/outcome.ts';
import type { Tried } from '#outbox/state/queuedCall.ts';

/** The gateway's rules that keep a call from running twice. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md. */
export interface GatewayRules {
  /** The state that a ledger gives a call that was on its way when the gateway died. */
  readonly afterDeath: 'outcome-unknown' | 'received';
  /** The way with one that is on its way when the same key is asked for. */
  readonly whileDispatching: 'join' | 'forward';
}

/** One run of an operation at the service. */
export interface RigExecution {
  readonly seq: number;
  readonly generation: number;
  readonly key: string;
}

/** A POST that reached a gateway: in which of its lives, and what that said at once. */
export interface Posted {
  readonly boot: number;
  readonly said?: Outcome;
}

interface Entry {
  state: 'received' | 'dispatching' | 'answered' | 'outcome-unknown';
  reply?: Outcome;
}

/** A request at the service: it may go on although the gateway that sent it has died. */
interface Upstream {
  readonly execution: RigExecution;
  readonly boot: number;
  reply?: Outcome;
}

/** The service's word for a key that it refuses, where no rule knows it yet. */
export const LATER_RULED = 'who?';

const NOBODY_KNOWS: Outcome = { kind: 'unknown', code: 'outcome-unknown', reason: 'x' };
/** The service's answers; all but the first two prove that it did not run, the last by a rule that comes later. */
export const answers: readonly Outcome[] = [
  { kind: 'answered', text: 'OK' },
  { kind: 'answered', text: 'no such bag' },
  { kind: 'answered', text: 'key?' },
  { kind: 'rejected', reason: 'x' },
  { kind: 'answered', text: LATER_RULED },
];

/** A gateway with its ledger, and the service behind it, in memory. */
export function createGateway(by: GatewayRules) {
  const executions: RigExecution[] = [];
  let ledger = new Map<string, Entry>();
  let upstream: Upstream[] = [];
  let epoch = 1;
  let boot = 1;

  function say(call: RigExecution, tried: Tried | undefined, reachable: boolean): Outcome | undefined {
    const known = ledger.get(call.key);
    if (!known && tried && tried.epoch !== String(epoch)) {
      return { kind: 'unknown', code: 'key-expired', reason: 'x' };
    }
    const entry = known ?? { state: 'received' };
    ledger.set(call.key, entry);
    if (entry.state === 'answered') return entry.reply;
    if (entry.state === 'outcome-unknown') return NOBODY_KNOWS;
    if (entry.state === 'dispatching' && by.whileDispatching === 'join') return undefined;
    if (!reachable) return { kind: 'not-forwarded', reason: 'x' };
    entry.state = 'dispatching';
    upstream.push({ execution: call, boot });
    return undefined;
  }

  return {
    executions,
    epoch: (): string => String(epoch),
    /** Takes one POST. @param reachable - whether the service is. */
    post(call: RigExecution, tried: Tried | undefined, reachable: boolean): Posted {
      const said = say(call, tried, reachable);
      return { boot, ...(said && { said }) };
    },
    /** Returns the answer to a POST so far; nothing while its call is on its way. */
    heard(key: string, posted: Posted): Outcome | undefined {
      if (posted.said) return posted.said;
      if (posted.boot !== boot) return { kind: 'no-answer', cause: 'no-reply', reason: 'x' };
      const entry = ledger.get(key);
      if (entry?.state === 'answered') return entry.reply;
      return entry?.state === 'outcome-unknown' ? NOBODY_KNOWS : undefined;
    },
    /** The service takes a request one step further. @param broken - its answer does not reach the gateway whole. */
    serve(which: number, answer: Outcome, broken: boolean): void {
      const request = upstream[which % Math.max(1, upstream.length)];
      if (!request) return;
      if (!request.reply) {
        request.reply = answer;
        if (answer.kind === 'answered' && !['key?', LATER_RULED].includes(answer.text ?? ''))
          executions.push(request.execution);
        return;
      }
      upstream = upstream.filter((other) => other !== request);
      const entry = ledger.get(request.execution.key);
      if (request.boot !== boot || entry?.state !== 'dispatching') return;
      entry.state = broken ? 'outcome-unknown' : 'answered';
      if (!broken) entry.reply = request.reply;
    },
    /** Dies and starts again. @param forgets - its ledger is gone too. */
    restart(forgets: boolean): void {
      boot += 1;
      if (forgets) {
        ledger = new Map();
        epoch += 1;
      }
      for (const entry of ledger.values()) if (entry.state === 'dispatching') entry.state = by.afterDeath;
    },
  };
}
