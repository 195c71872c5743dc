import type { Verdict } from '#site/judging.ts';
import type { Outcome } from '#contract/outcome.ts';
import { PRINT_WAITS_MS, isDue, isStillAsked, undoLeftMs } from '#outbox/state/backoff.ts';
import { eventOf } from '#outbox/drainer.ts';
import { type GatewayRules, LATER_RULED, type Posted, type createGateway } from './gatewayRig.ts';
import {
  type QueuedCall,
  type Tried,
  holdsClaim,
  idempotencyKey,
  isPrint,
  standsInLane,
} from '#outbox/state/queuedCall.ts';
import { transition } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/**
 * The rules that keep a call from running twice, each as one function: the model is run with the product's, and with
 * each of them broken, to show that it would notice.
 */
export interface Rules extends GatewayRules {
  /** Tells whether an older call of a lane stops the younger ones. */
  readonly stands: typeof standsInLane;
  readonly holds: typeof holdsClaim;
  readonly keyOf: (queued: QueuedCall) => string;
  readonly step: typeof transition;
  /** Tells whether a waiting print may go because a person asked for it. */
  readonly asked: typeof isStillAsked;
}

export const rules: Rules = {
  stands: standsInLane,
  holds: holdsClaim,
  keyOf: idempotencyKey,
  afterDeath: 'outcome-unknown',
  whileDispatching: 'join',
  step: transition,
  asked: isStillAsked,
};

export interface Try {
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
  /** True where another drainer took the call over meanwhile. */
  taken?: boolean;
  /** True for a print that surely had not run, and that nobody had asked for in the last 20 s. */
  readonly isUnasked: boolean;
}

/** A page or a worker that drains; another one with a new name takes its place when it dies. */
export interface Drainer {
  owner: string;
  hello?: Tried | undefined;
  trying?: Try | undefined;
}

/** The changes of one call by a person, and the generation until which it was let go. */
export interface LetGo {
  again: number;
  generation: number;
}

const verdicts = { OK: 'accepted', 'key?': 'key-refused', [LATER_RULED]: 'unclassified' } as const;
const judge = (_: unknown, text: string | null): Verdict => verdicts[text as keyof typeof verdicts] ?? 'refused';
const LOST: Outcome = { kind: 'no-answer', cause: 'no-reply', reason: 'x' };

/** The parts of a world that its steps change. */
export interface Inside {
  readonly by: Rules;
  readonly rows: QueuedCall[];
  readonly tries: Try[];
  readonly letGo: Map<number, LetGo>;
  /** The time at which a person last asked for each call: by saving it, or by starting it again. */
  readonly askedAt: Map<number, number>;
  readonly drainers: Drainer[];
  readonly gateway: ReturnType<typeof createGateway>;
  readonly conditions: { network: boolean; service: boolean };
  readonly newName: (kind: string) => string;
  now: number;
}

export function change(inside: Inside, row: QueuedCall, event: QueueEvent): void {
  inside.rows[inside.rows.indexOf(row)] = inside.by.step(row, event, inside.now);
}

function isLegal(inside: Inside, row: QueuedCall, event: QueueEvent): boolean {
  try {
    return inside.by.step(row, event, inside.now) !== undefined;
  } catch {
    return false;
  }
}

function claimable(inside: Inside): QueuedCall | undefined {
  const sending = inside.rows.filter((row) => row.state === 'sending' && inside.by.stands(row));
  const stopped = new Set(sending.map(({ lane }) => lane)); // an older call that comes back waits for a younger one
  return inside.rows.find((row) => {
    if (stopped.has(row.lane)) return false;
    if (inside.by.stands(row)) stopped.add(row.lane);
    return row.state === 'waiting' && isDue(row, inside.now);
  });
}

/** Puts a waiting print that nobody asks for any more to a person, as a claim does on its way. */
function putOff(inside: Inside): void {
  for (let row = claimable(inside); row && isPrint(row) && !row.inDoubt; row = claimable(inside)) {
    if (inside.by.asked(row, inside.now, 0)) return;
    change(inside, row, { kind: 'notNow' });
  }
}

function claim(inside: Inside, drainer: Drainer, hello: Tried): void {
  const over = inside.rows.filter((row) => row.undo && undoLeftMs(row, inside.now) === 0);
  for (const row of over) change(inside, row, { kind: 'undoEnded' });
  putOff(inside);
  const row = claimable(inside);
  if (!row) return;
  const token = inside.newName('token');
  const sinceAsked = inside.now - (inside.askedAt.get(row.seq) ?? 0);
  change(inside, row, { kind: 'claimed', claim: { owner: drainer.owner, token, at: inside.now }, tried: hello });
  const queued = inside.rows[row.seq - 1] as QueuedCall;
  drainer.trying = {
    seq: row.seq,
    token,
    key: inside.by.keyOf(queued),
    generation: queued.generation,
    owner: drainer.owner,
    hello,
    tried: queued.tried,
    isUnasked: isPrint(row) && !row.inDoubt && (sinceAsked < 0 || sinceAsked > PRINT_WAITS_MS),
  };
  inside.tries.push(drainer.trying);
}

function settle(inside: Inside, drainer: Drainer, trying: Try, outcome: Outcome): void {
  const row = inside.rows[trying.seq - 1] as QueuedCall;
  const event = eventOf({ judge, random: () => 1 }, row, outcome);
  if (inside.by.holds(row, trying.token)) {
    trying.settled = true;
    change(inside, row, event);
  }
  drainer.trying = undefined;
  if (event.kind === 'answerLost') drainer.hello = undefined;
}

/** @param fate - 0: it goes well; 1: arrives twice; 2: is lost; 3: too late. */
export function goOn(inside: Inside, drainer: Drainer, fate: number): void {
  const { trying } = drainer;
  if (!trying) {
    if (!drainer.hello && inside.conditions.network) drainer.hello = { epoch: inside.gateway.epoch(), at: inside.now };
    if (drainer.hello) claim(inside, drainer, drainer.hello);
    return;
  }
  if (trying.outcome) return settle(inside, drainer, trying, trying.outcome);
  if (!trying.posted) {
    if (trying.taken) trying.outcome = { kind: 'not-forwarded', reason: 'x' }; // it slept
    else if (!inside.conditions.network || fate === 2) trying.outcome = LOST;
    const times = trying.outcome ? 0 : fate === 1 ? 2 : 1; // Chromium sends a POST again on a dead connection
    for (let sent = 0; sent < times; sent += 1) {
      trying.posted = inside.gateway.post(trying, trying.tried, inside.conditions.service);
    }
    return;
  }
  const said = inside.gateway.heard(trying.key, trying.posted);
  if (fate === 2 || !inside.conditions.network) trying.outcome = LOST;
  else if (said) trying.outcome = said;
  else if (fate === 3) trying.outcome = { kind: 'no-answer', cause: 'timed-out', reason: 'x' };
  else if (fate === 1) trying.outcome = { kind: 'in-progress', reason: 'x' };
}

export type OperatorEvent = Extract<QueueEvent, { operator: string }>;

export function decide(inside: Inside, which: number, event: OperatorEvent): void {
  const open = inside.rows.filter((row) => isLegal(inside, row, event));
  const row = open[which % Math.max(1, open.length)];
  if (!row) return;
  change(inside, row, event);
  if (event.kind === 'printNow' || event.kind === 'saidNotDone') inside.askedAt.set(row.seq, inside.now);
  if (event.kind === 'cancelled') return; // it never left: nothing was let go
  const { again = 0 } = inside.letGo.get(row.seq) ?? {};
  const isAnew = event.kind === 'saidNotDone';
  // While it waited for a person, or had ended, the younger ones of its lane went on; asked for anew it still comes after them.
  const isBehind = event.kind === 'ruledKeyRefused' || (isAnew && isPrint(row));
  const generation = row.generation + (isBehind ? 1 : 0);
  inside.letGo.set(row.seq, { again: again + (isAnew ? 1 : 0), generation });
}
