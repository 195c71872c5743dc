import { type Call, laneOf } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { PRINT_WAITS_MS, isDue, isStillAsked } from '#outbox/state/backoff.ts';
import { eventOf } from '#outbox/eventOf.ts';
import { type GatewayRules, type Posted, createGateway } from './gatewayRig.ts';
import {
  type QueuedCall,
  type State,
  type Tried,
  holdsClaim,
  idempotencyKey,
  isPrint,
  isOpen,
  openStates,
  standsInLane,
} from '#outbox/state/queuedCall.ts';
import { transition } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/**
 * The rules that keep a call from running twice, each as one function: the model is run with the product's, and with
 * each of them broken, to show that it would notice.
 */
export interface Rules extends GatewayRules {
  /** States in which an older call of a lane stops the younger ones. */
  readonly stopping: readonly State[];
  readonly holds: typeof holdsClaim;
  readonly keyOf: (queued: QueuedCall) => string;
  readonly step: typeof transition;
  /** Whether a waiting print may go because a person asked for it. */
  readonly asked: typeof isStillAsked;
}

export const rules: Rules = {
  stopping: openStates.filter(standsInLane),
  holds: holdsClaim,
  keyOf: idempotencyKey,
  afterDeath: 'outcome-unknown',
  whileDispatching: 'join',
  step: transition,
  asked: isStillAsked,
};

interface Try {
  readonly seq: number;
  readonly token: string;
  readonly key: string;
  readonly generation: number;
  readonly owner: string;
  readonly hello: Tried;
  readonly tried: Tried | undefined;
  posted?: Posted;
  outcome?: Outcome;
  settled?: boolean;
  /** Whether another drainer took the call over meanwhile. */
  taken?: boolean;
  /** Whether it is a print that surely had not run, and that nobody had asked for in the last 20 s. */
  readonly isUnasked: boolean;
}

/** A page or a worker that drains; another one with a new name takes its place when it dies. */
interface Drainer {
  owner: string;
  hello?: Tried | undefined;
  trying?: Try | undefined;
}

/** How often a call of the world is changed by a person, and until which generation it was let go. */
export interface LetGo {
  again: number;
  generation: number;
}

export type World = ReturnType<typeof createWorld>;

const judge = (_: unknown, text: string | null): 'accepted' | 'key-refused' | 'refused' =>
  text === 'OK' ? 'accepted' : text === 'key?' ? 'key-refused' : 'refused';
const LOST: Outcome = { kind: 'no-answer', cause: 'no-reply', reason: 'x' };

/** Queue, drainers, gateway, ledger and service in memory, moved on one small step at a time. */
export function createWorld(by: Rules) {
  const rows: QueuedCall[] = [];
  const tries: Try[] = [];
  const letGo = new Map<number, LetGo>();
  /** When a person last asked for the call: by saving it, or by starting it again. */
  const askedAt = new Map<number, number>();
  let names = 0;
  const newName = (kind: string): string => `${kind}-${(names += 1)}`;
  const drainers: Drainer[] = ['page', 'page', 'worker'].map((kind) => ({ owner: newName(kind) }));
  const gateway = createGateway(by);
  let now = 1_700_000_000_000;
  const conditions = { network: true, service: true };

  function change(row: QueuedCall, event: QueueEvent): void {
    rows[rows.indexOf(row)] = by.step(row, event, now);
  }

  function isLegal(row: QueuedCall, event: QueueEvent): boolean {
    try {
      return by.step(row, event, now) !== undefined;
    } catch {
      return false;
    }
  }

  function claimable(): QueuedCall | undefined {
    const sending = by.stopping.includes('sending') ? rows.filter(({ state }) => state === 'sending') : [];
    const stopped = new Set(sending.map(({ lane }) => lane)); // an older call that comes back waits for a younger one
    return rows.find((row) => {
      if (!isOpen(row.state) || stopped.has(row.lane)) return false;
      if (by.stopping.includes(row.state)) stopped.add(row.lane);
      return row.state === 'waiting' && isDue(row, now);
    });
  }

  /** What a claim does on its way: a print that nobody asks for any more is put to a person. */
  function putOff(): void {
    for (let row = claimable(); row && isPrint(row) && !row.inDoubt; row = claimable()) {
      if (by.asked(row, now, 0)) return;
      change(row, { kind: 'notNow' });
    }
  }

  function claim(drainer: Drainer, hello: Tried): void {
    putOff();
    const row = claimable();
    if (!row) return;
    const token = newName('token');
    const sinceAsked = now - (askedAt.get(row.seq) ?? 0);
    change(row, { kind: 'claimed', claim: { owner: drainer.owner, token, at: now }, tried: hello });
    const queued = rows[row.seq - 1] as QueuedCall;
    drainer.trying = {
      seq: row.seq,
      token,
      key: by.keyOf(queued),
      generation: queued.generation,
      owner: drainer.owner,
      hello,
      tried: queued.tried,
      isUnasked: isPrint(row) && !row.inDoubt && (sinceAsked < 0 || sinceAsked > PRINT_WAITS_MS),
    };
    tries.push(drainer.trying);
  }

  function settle(drainer: Drainer, trying: Try, outcome: Outcome): void {
    const row = rows[trying.seq - 1] as QueuedCall;
    const event = eventOf({ judge, random: () => 1 }, row, outcome);
    if (by.holds(row, trying.token)) {
      trying.settled = true;
      change(row, event);
    }
    drainer.trying = undefined;
    if (event.kind === 'answerLost') drainer.hello = undefined;
  }

  return {
    rows,
    tries,
    executions: gateway.executions,
    serve: gateway.serve,
    drainers,
    letGo,
    conditions,
    save(call: Call, callId: string): void {
      const lane = laneOf(call);
      const asIs = {
        operator: 'u',
        scans: [],
        enqueuedAt: now,
        changedAt: now,
        inDoubt: false,
        notBefore: 0,
        tries: 0,
      };
      const { operation, parameters } = call;
      const seq = rows.length + 1;
      askedAt.set(seq, now);
      rows.push({ ...asIs, seq, callId, generation: 1, operation, parameters, lane, state: 'waiting' });
    },
    /** The next thing a drainer does. @param fate - 0: it goes well; 1: arrives twice; 2: is lost; 3: too late. */
    go(which: number, fate: number): void {
      const drainer = drainers[which] as Drainer;
      const { trying } = drainer;
      if (!trying) {
        if (!drainer.hello && conditions.network) drainer.hello = { epoch: gateway.epoch(), at: now };
        if (drainer.hello) claim(drainer, drainer.hello);
        return;
      }
      if (trying.outcome) return settle(drainer, trying, trying.outcome);
      if (!trying.posted) {
        if (trying.taken) trying.outcome = { kind: 'not-forwarded', reason: 'x' }; // it slept
        else if (!conditions.network || fate === 2) trying.outcome = LOST;
        const times = trying.outcome ? 0 : fate === 1 ? 2 : 1; // Chromium sends a POST again on a dead connection
        for (let sent = 0; sent < times; sent += 1) {
          trying.posted = gateway.post(trying, trying.tried, conditions.service);
        }
        return;
      }
      const said = gateway.heard(trying.key, trying.posted);
      if (fate === 2 || !conditions.network) trying.outcome = LOST;
      else if (said) trying.outcome = said;
      else if (fate === 3) trying.outcome = { kind: 'no-answer', cause: 'timed-out', reason: 'x' };
      else if (fate === 1) trying.outcome = { kind: 'in-progress', reason: 'x' };
    },
    /** A drainer dies; what it was sending stays marked, and what it had sent goes on. */
    die(which: number): void {
      drainers[which] = { owner: newName('page') };
    },
    /** A drainer takes over what any other has marked, dead or alive. */
    recover(which: number): void {
      const { owner } = drainers[which] as Drainer;
      for (const row of rows.filter(({ state, claim: held }) => state === 'sending' && held?.owner !== owner)) {
        for (const one of tries) one.taken ||= one.token === row.claim?.token;
        change(row, { kind: 'ownerGone' });
      }
    },
    /** The gateway dies and starts again. @param forgets - its ledger is gone too. */
    restart(forgets: boolean): void {
      gateway.restart(forgets);
    },
    decide(which: number, event: Extract<QueueEvent, { operator: string }>): void {
      const open = rows.filter((row) => isLegal(row, event));
      const row = open[which % Math.max(1, open.length)];
      if (!row) return;
      change(row, event);
      if (event.kind === 'printNow' || event.kind === 'saidNotDone') askedAt.set(row.seq, now);
      if (event.kind === 'cancelled') return; // it never left: nothing was let go
      const { again = 0 } = letGo.get(row.seq) ?? {};
      const isAnew = event.kind === 'saidNotDone';
      // While a print waited for a person the younger ones of its lane went on; asked for anew it still comes after them.
      const generation = row.generation + (isAnew && isPrint(row) ? 1 : 0);
      letGo.set(row.seq, { again: again + (isAnew ? 1 : 0), generation });
    },
    pass(ms: number): void {
      now += ms;
    },
  };
}
