import type { LookUp } from '#outbox/liveReads.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { explain } from '#tasks/task/explain.ts';
import { type Kept, createDrafts } from '#tasks/task/draft.ts';
import { createListeners } from '#contract/listeners.ts';
import type { FlowPorts } from './runPorts.ts';
import type { Doubt, Effect, Facts, Found, Outcome, Step, Wanted } from './taskFlow.ts';

/** A task: what it makes of each event as pure functions, and how it doubts, asks and keeps. */
export interface FlowRules<Task, State, Question> {
  readonly task: Task;
  readonly start: State;
  readonly saveEnded?: (state: State, facts: Facts<Task>, wanted: Wanted, outcome: Outcome) => Step<State, Question>;
  readonly answered?: (state: State, facts: Facts<Task>, question: Question, found: Found) => Step<State, Question>;
  /** A code was scanned twice, and what is saved with it is known now. */
  readonly repeated?: (state: State, facts: Facts<Task>, id: number, code: string) => Step<State, Question>;
  readonly keeps?: readonly Kept<State>[];
  /** Another page has changed what is kept, in the order of `keeps`. */
  readonly reread?: (state: State, facts: Facts<Task>, kept: readonly (string | undefined)[]) => Step<State, Question>;
  /** A sentence where a call is to be asked about before it is saved, such as a weight that cannot be. */
  readonly doubt?: (wanted: Wanted, state: State) => Promise<Doubt | undefined>;
  readonly ask?: (question: Question) => Promise<LookUp>;
}

type Event<Task, State, Question> = (state: State, facts: Facts<Task>, ...what: never[]) => Step<State, Question>;

type Methods<Events> = {
  readonly [Name in keyof Events]: Events[Name] extends (state: never, facts: never, ...what: infer What) => unknown
    ? (...what: What) => void
    : never;
};

/** A save takes a few milliseconds; one that takes longer is shown as being saved. */
const DRAWN_WITHIN_MS = 40;

/** Holds a task's state, hands it each event, and has the effects performed: the only place that times drawing. */
export function createFlow<Task, State, Question = never>(rules: FlowRules<Task, State, Question>, ports: FlowPorts) {
  const { task, reread, saveEnded, answered, repeated } = rules;
  const [tell, subscribe] = createListeners();
  const draw = createDrawing(tell);
  const drafts = createDrafts(rules.keeps ?? [], rules.start);
  let state = rules.start;

  function factsNow(): Facts<Task> {
    const { site, known, allowsTyped, now, rolesOf, isRefused } = ports;
    return { task, site: site(), known: known(), mayType: allowsTyped(), now: now(), rolesOf, isRefused };
  }

  function go([next, effects]: Step<State, Question>): void {
    const isChanged = next !== state;
    state = next;
    drafts.write(state, effects.some(([name]) => name === 'save') ? 'call' : undefined);
    for (const effect of effects) effector.perform(effect);
    if (effects.some(([name]) => name === 'drawSoon')) draw.soon();
    else if (isChanged) draw.now();
  }

  const effector = createEffector<Question>(ports, {
    doubt: (wanted) => rules.doubt?.(wanted, state),
    ask: async (question) => rules.ask?.(question),
    saveEnded: (...what) => saveEnded && go(saveEnded(state, factsNow(), ...what)),
    answered: (...what) => answered && go(answered(state, factsNow(), ...what)),
    repeated: (...what) => repeated && go(repeated(state, factsNow(), ...what)),
  });

  function rereadNow(): void {
    if (!reread) return;
    const step = reread(state, factsNow(), drafts.read());
    drafts.follow(step[0]);
    go(step);
  }

  return {
    saved: effector.saved,
    mayType: ports.allowsTyped,
    /** The events of a task as methods: each is given the state and the facts of its moment. */
    on: <Events extends Record<string, Event<Task, State, Question>>>(events: Events): Methods<Events> =>
      Object.fromEntries(
        Object.entries(events).map(([name, event]) => [
          name,
          (...what: never[]) => go(event(state, factsNow(), ...what)),
        ]),
      ) as Methods<Events>,
    /** Goes on from what another page has kept meanwhile. */
    reread: rereadNow,
    /** The same, where that has not been told yet: a page may have been asleep. */
    catchUp: (): void => void (drafts.isOvertaken() && rereadNow()),
    subscribe,
    view: (): State => state,
  };
}

interface Told<Question> {
  readonly doubt: (wanted: Wanted) => Promise<Doubt | undefined> | undefined;
  readonly ask: (question: Question) => Promise<LookUp | undefined>;
  readonly saveEnded: (wanted: Wanted, outcome: Outcome) => void;
  readonly answered: (question: Question, found: Found) => void;
  readonly repeated: (id: number, code: string) => void;
}

/** Performs effects: the only place that waits. */
function createEffector<Question>(ports: FlowPorts, told: Told<Question>) {
  let turn: Promise<unknown> = Promise.resolve();
  let questions = 0;

  /** After what is being saved: the queue's order is the order of the scans, and a second tap finds the first one's call. */
  function inTurn(work: () => Promise<unknown>): void {
    turn = turn.then(work, work);
  }

  async function ask(question: Question): Promise<void> {
    questions += 1;
    const mine = questions;
    const found = await foundBy(told.ask(question));
    if (mine === questions) told.answered(question, found);
  }

  function perform(effect: Effect<Question>): void {
    switch (effect[0]) {
      case 'cue':
        return ports.cue(effect[1]);
      case 'notTaken':
        return ports.notTaken(effect[1], effect[2]);
      case 'save':
        return inTurn(async () => told.saveEnded(effect[1], await outcomeOf(effect[1], told, ports)));
      case 'repeat':
        return inTurn(async () => told.repeated(effect[1], effect[2]));
      case 'noteRepeat':
        return inTurn(() => ports.noteRepeat(effect[1], effect[2]).catch(() => undefined)); // a count holds up no scan
      case 'ask':
        return void ask(effect[1]);
      case 'drawSoon':
        return;
    }
  }

  /** `saved` resolves when the calls so far are saved, or asked about. */
  return { perform, saved: (): Promise<unknown> => turn };
}

async function outcomeOf(
  wanted: Wanted,
  { doubt }: Pick<Told<never>, 'doubt'>,
  { save }: Pick<FlowPorts, 'save'>,
): Promise<Outcome> {
  try {
    const asked = wanted.isSure ? undefined : doubt(wanted);
    const doubted = asked && (await asked); // a call that nobody doubts waits for nothing
    if (doubted) return { kind: 'doubted', ...doubted };
    return { kind: 'saved', queued: await save(wanted.call, wanted.scans, wanted.again) };
  } catch (error) {
    if (error instanceof AlreadyQueued)
      return { kind: 'alreadyQueued', seq: error.seq, ...(error.isAnswered && { isAnswered: true }) };
    return { kind: 'notSaved', problem: explain(error) };
  }
}

async function foundBy(asked: Promise<LookUp | undefined>): Promise<Found> {
  try {
    return { fresh: false, ...(await asked) };
  } catch (error) {
    return { fresh: false, reason: explain(error), isBroken: true };
  }
}

/** Draws now, or soon: then once for all that happens until it does. */
function createDrawing(tell: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function now(): void {
    clearTimeout(timer);
    timer = undefined;
    tell();
  }

  return { now, soon: (): void => void (timer ??= setTimeout(now, DRAWN_WITHIN_MS)) };
}
