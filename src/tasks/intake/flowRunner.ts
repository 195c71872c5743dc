import type { SiteConfiguration } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { createListeners } from '#tasks/task/listeners.ts';
import type { Known } from '#tasks/task/task.ts';
import type { RunPorts } from './runPorts.ts';
import type { Doubt, Effect, Found, Outcome, Step, Wanted } from './taskFlow.ts';

/** What performs the effects of a flow. */
export interface FlowPorts<State, Question> extends Omit<RunPorts, 'draft' | 'lookUp'> {
  /** A sentence where a call is to be asked about before it is saved, such as a weight that cannot be. */
  readonly doubt?: (wanted: Wanted, state: State) => Promise<Doubt | undefined>;
  readonly ask?: (question: Question) => Promise<LookUp>;
  /** Writes half a task, or the scan that is kept. */
  readonly write?: (draft: 'half' | 'kept', text: string | undefined, by?: 'call') => void;
}

/** What is known of the world as something happens. */
export interface Facts<Task> extends Pick<RunPorts, 'explain'> {
  readonly task: Task;
  readonly site: SiteConfiguration;
  readonly known: Readonly<Record<Known, string>>;
  /** Whether a code that was typed by hand may be taken. */
  readonly mayType: boolean;
  /** Unix ms. */
  readonly now: number;
}

/** A task as pure functions. */
export interface FlowRules<Task, State, Question> {
  readonly task: Task;
  readonly start: State;
  readonly saveEnded?: (state: State, facts: Facts<Task>, wanted: Wanted, outcome: Outcome) => Step<State, Question>;
  readonly answered?: (state: State, facts: Facts<Task>, question: Question, found: Found) => Step<State, Question>;
  /** A code was scanned twice, and what is saved with it is known now. */
  readonly repeated?: (state: State, facts: Facts<Task>, id: number, code: string) => Step<State, Question>;
  /** What is kept over a restart: written as half a task wherever it has changed. */
  readonly keeps?: (state: State) => string | undefined;
}

type Event<Task, State, Question> = (state: State, facts: Facts<Task>, ...what: never[]) => Step<State, Question>;

/** The events of a task, to be called with what came. */
type Methods<Events> = {
  readonly [Name in keyof Events]: Events[Name] extends (state: never, facts: never, ...what: infer What) => unknown
    ? (...what: What) => void
    : never;
};

/** A save takes a few milliseconds; one that takes longer is shown as being saved. */
const DRAWN_WITHIN_MS = 40;

/** Holds a task's state, hands it each event, and performs the effects: the only place that waits, and that times drawing. */
export function createFlow<Task, State, Question = never>(
  rules: FlowRules<Task, State, Question>,
  ports: FlowPorts<State, Question>,
) {
  const [tell, subscribe] = createListeners();
  const draw = createDrawing(tell);
  let state = rules.start;
  let kept = rules.keeps?.(state);
  let turn: Promise<unknown> = Promise.resolve();
  let questions = 0;

  function factsNow(): Facts<Task> {
    const { site, known, allowsTyped, now, explain } = ports;
    return { task: rules.task, site: site(), known: known(), mayType: allowsTyped(), now: now(), explain };
  }

  function go([next, effects]: Step<State, Question>): void {
    const isChanged = next !== state;
    state = next;
    keep();
    for (const effect of effects) perform(effect);
    if (effects.some(([name]) => name === 'drawSoon')) draw.soon();
    else if (isChanged) draw.now();
  }

  function keep(): void {
    if (!rules.keeps) return;
    const text = rules.keeps(state);
    if (text !== kept) ports.write?.('half', text);
    kept = text;
  }

  function perform(effect: Effect<Question>): void {
    switch (effect[0]) {
      case 'cue':
        return ports.cue(effect[1]);
      case 'notTaken':
        return ports.notTaken(effect[1], effect[2]);
      case 'write':
        return ports.write?.(effect[1], effect[2], effect[3]);
      case 'save':
        return inTurn(() => save(effect[1]));
      case 'repeat':
        return inTurn(async () => rules.repeated && go(rules.repeated(state, factsNow(), effect[1], effect[2])));
      case 'noteRepeat':
        return inTurn(() => ports.noteRepeat(effect[1], effect[2]).catch(() => undefined)); // a count holds up no scan
      case 'ask':
        return void ask(effect[1]);
      case 'drawSoon':
        return;
    }
  }

  /** After what is being saved: the queue's order is the order of the scans, and a second tap finds the first one's call. */
  function inTurn(work: () => Promise<unknown>): void {
    turn = turn.then(work, work);
  }

  async function save(wanted: Wanted): Promise<void> {
    const outcome = await outcomeOf(wanted, state, ports);
    if (rules.saveEnded) go(rules.saveEnded(state, factsNow(), wanted, outcome));
  }

  async function ask(question: Question): Promise<void> {
    questions += 1;
    const mine = questions;
    const found = await foundBy(question, ports);
    if (mine === questions && rules.answered) go(rules.answered(state, factsNow(), question, found));
  }

  return {
    /** Resolves when the calls so far are saved, or asked about. */
    saved: (): Promise<unknown> => turn,
    /** The events of a task as methods: each is given the state and the facts of its moment. */
    on: <Events extends Record<string, Event<Task, State, Question>>>(events: Events): Methods<Events> =>
      Object.fromEntries(
        Object.entries(events).map(([name, event]) => [
          name,
          (...what: never[]) => go(event(state, factsNow(), ...what)),
        ]),
      ) as Methods<Events>,
    subscribe,
    view: (): State => state,
  };
}

async function outcomeOf<State, Question>(
  wanted: Wanted,
  state: State,
  { doubt, save, explain }: FlowPorts<State, Question>,
): Promise<Outcome> {
  try {
    const doubted = doubt && !wanted.isSure ? await doubt(wanted, state) : undefined;
    if (doubted) return { kind: 'doubted', ...doubted };
    return { kind: 'saved', queued: await save(wanted.call, wanted.scans, wanted.again) };
  } catch (error) {
    if (error instanceof AlreadyQueued) return { kind: 'alreadyQueued', seq: error.seq };
    return { kind: 'notSaved', problem: explain(error) };
  }
}

async function foundBy<State, Question>(
  question: Question,
  { ask, explain }: FlowPorts<State, Question>,
): Promise<Found> {
  try {
    return { fresh: false, ...(await ask?.(question)) };
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
