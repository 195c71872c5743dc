import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued, NeedsDecision } from '#outbox/store/store.ts';
import { explain } from '#tasks/task/explain.ts';
import { type KeptState, createDrafts } from '#tasks/task/draft.ts';
import { createListeners } from '#contract/listeners.ts';
import type { FlowPorts } from './runPorts.ts';
import type {
  Doubt,
  Effect,
  Facts,
  FlowState,
  ReadOutcome,
  SaveOutcome,
  Step,
  Wanted,
  scanEvents,
} from './taskFlow.ts';
import { askingOf } from './asking.ts';
import { type LastScans, type MadeCall, type ScanTime, createPullTaker } from './pullTaker.ts';

/** A task: what it makes of each event as pure functions, and how it doubts, asks and keeps. */
export interface FlowRules<Task, State extends FlowState, Question> {
  readonly task: Task;
  readonly start: State;
  readonly saveEnded?: (
    state: State,
    facts: Facts<Task>,
    wanted: Wanted,
    outcome: SaveOutcome,
  ) => Step<State, Question>;
  readonly answered?: (
    state: State,
    facts: Facts<Task>,
    question: Question,
    found: ReadOutcome,
  ) => Step<State, Question>;
  /** A code was scanned twice, and what is saved with it is known now. */
  readonly repeated?: (state: State, facts: Facts<Task>, id: number, code: string) => Step<State, Question>;
  readonly keeps?: readonly KeptState<State>[];
  /** The state of before a scan, with what has come since and stays: its calls. @default the state of before */
  readonly restored?: (before: State, now: State) => State;
  /** Another page has changed what is kept, in the order of `keeps`. */
  readonly reread?: (state: State, facts: Facts<Task>, kept: readonly (string | undefined)[]) => Step<State, Question>;
  /** A sentence where a call is to be asked about before it is saved, such as a weight that cannot be. */
  readonly doubt?: (wanted: Wanted, state: State) => Promise<Doubt | undefined>;
  readonly ask?: (question: Question) => Promise<LookUp>;
  /** True draws what goes on as it should a moment later: drawing must not stand between a scan and the disk. */
  readonly drawsSoon?: true;
}

type Event<Task, State, Question> = (state: State, facts: Facts<Task>, ...what: never[]) => Step<State, Question>;

type Methods<Events> = {
  readonly [Name in keyof Events]: Events[Name] extends (state: never, facts: never, ...what: infer What) => unknown
    ? (...what: What) => void
    : never;
};

/** A save takes a few milliseconds; one that takes longer is shown as being saved. */
const DRAWN_WITHIN_MS = 40;

/** Holds a task's state, hands it each event, and performs the effects: the only place that waits, and that times drawing. */
export function createFlow<Task, State extends FlowState, Question = never>(
  rules: FlowRules<Task, State, Question>,
  ports: FlowPorts,
) {
  const { task, reread, saveEnded, answered, repeated } = rules;
  const [tell, subscribe] = createListeners();
  const draw = createDrawing(tell);
  const drafts = createDrafts(rules.keeps ?? []);
  let state = rules.start;
  let saving: Promise<unknown> = Promise.resolve();
  let questions = 0;
  const marks = createMarks<State>();

  const factsNow = (): Facts<Task> => factsOf(task, ports);
  function go([next, effects]: Step<State, Question>): void {
    const isChanged = next !== state;
    state = next;
    drafts.write(state, effects.some(([name]) => name === 'save') ? 'call' : undefined);
    for (const effect of effects) perform(effect);
    if (rules.drawsSoon && effects.some(goesOn)) draw.soon();
    else if (isChanged) draw.now();
  }
  /** Runs work after what is being saved: the queue's order is the order of the scans, and a second tap finds the first one's call. */
  const serially = (work: () => Promise<unknown>): void => void (saving = saving.then(work, work));

  async function save(wanted: Wanted, made: MadeCall[] | undefined): Promise<void> {
    const outcome = await outcomeOf(wanted, () => rules.doubt?.(wanted, state), ports.save);
    if (outcome.kind === 'saved') made?.push({ seq: outcome.queued.seq, what: wanted.what });
    if (saveEnded) go(saveEnded(state, factsNow(), wanted, outcome));
  }
  async function ask(question: Question): Promise<void> {
    const mine = (questions += 1);
    const found = await foundBy(async () => rules.ask?.(question));
    if (mine === questions && answered) go(answered(state, factsNow(), question, found));
  }

  function perform(effect: Effect<Question>): void {
    switch (effect[0]) {
      case 'cue':
        return ports.cue(effect[1]);
      case 'notTaken':
        return ports.notTaken(effect[1], effect[2]);
      case 'hold':
      case 'taken':
        return ports[effect[0]](effect[1]);
      case 'otherObject':
        return ports.otherObject();
      case 'save':
        return serially(save.bind(undefined, effect[1], marks.made()));
      case 'repeat':
        return serially(async () => repeated && go(repeated(state, factsNow(), effect[1], effect[2])));
      case 'noteRepeat':
        return serially(() => ports.noteRepeat(effect[1], effect[2]).catch(() => undefined)); // a count holds up no scan
      case 'printer':
        return ports.choosePrinter(effect[1]);
      case 'ask':
        return void ask(effect[1]);
    }
  }

  function backTo(before: State): void {
    questions += 1; // nobody waits for its answer
    go([rules.restored?.(before, state) ?? before, []]);
  }
  function rereadNow(): void {
    const step = reread?.(state, factsNow(), drafts.read());
    if (step) drafts.follow(step[0]);
    if (step) go(step);
  }

  return {
    /** Resolves when the calls so far are saved, or asked about. */
    saved: (): Promise<unknown> => saving,
    mayType: ports.allowsTyped,
    /** The events of a task as methods: each is given the state and the facts of its moment. */
    on<Events extends Record<string, Event<Task, State, Question>>>(events: Events): Methods<Events> {
      const methods = Object.entries(events).map(([name, event]) => {
        return [name, (...what: never[]) => go(event(state, factsNow(), ...what))] as const;
      });
      return Object.fromEntries(methods) as Methods<Events>;
    },
    /** The same event, to be undone by `lastScans`: it is a scan's. */
    ofScan:
      <What extends unknown[]>(event: (scan: ScanNote, ...what: What) => void) =>
      (scan: ScanNote, ...what: What): void => {
        marks.add({ scan, before: state, made: [] });
        event(scan, ...what);
      },
    /** Gives the calls of these scans, once each is saved or asked about, and what goes back to before them. */
    lastScans: (scans: readonly ScanTime[]): Promise<LastScans> => marks.lastOf(scans, () => saving, backTo),
    /** Goes on from what another page has kept meanwhile. */
    reread: rereadNow,
    /** The same, where that has not been told yet: a page may have been asleep. */
    catchUp: (): void => void (drafts.isOvertaken() && rereadNow()),
    subscribe,
    view: (): State => state,
  };
}

/** A flow that takes scans in their order. */
export function createScanFlow<Task, State extends FlowState, Question = never>(
  scans: ReturnType<typeof scanEvents<Task, State, Question>>,
  rules: FlowRules<Task, State, Question>,
  ports: FlowPorts,
) {
  const flow = createFlow<Task, State, Question>(rules, ports);
  const { mayBegin, look: _look, ...events } = scans;
  const on = flow.on(events);
  const isTold = (): boolean => {
    const asking = askingOf(flow.view(), { pending: ports.pending() });
    return asking !== undefined && asking.kind !== 'kept';
  };
  /** A scan that is in hand waits nowhere else. @param mayBeTold - then it is told of, and waits where it waited */
  const came = (take: (scan: ScanNote) => void, mayBeTold = false) => {
    const taken = flow.ofScan(take);
    return (scan: ScanNote): void => {
      flow.catchUp();
      const stays = mayBeTold && isTold();
      taken(scan);
      if (!stays) ports.came(scan.text);
    };
  };
  const beginAnew = came(on.beginAnew);
  return {
    ...flow,
    ...on,
    accept: came(on.accept, true),
    place: came(on.place),
    beginAnew,
    /** Takes the scan that this task was opened with: it begins with it, or asks first. */
    receive: (scan: ScanNote): void => (mayBegin(flow.view()) ? beginAnew : ports.hold)(scan),
    split: createPullTaker({ ...flow, ...on }, ports),
  };
}

/** More scans than a burst brings before it is known as one. */
const MOST_MARKS = 40;

function factsOf<Task>(task: Task, ports: FlowPorts): Facts<Task> {
  const { site, known, allowsTyped, now, rolesOf, isRefused, pending, doubtOf } = ports;
  return {
    task,
    site: site(),
    known: known(),
    mayType: allowsTyped(),
    now: now(),
    rolesOf,
    isRefused,
    doubtOf,
    pending: pending(),
  };
}

/** A scan, the state before it, and the calls that it has made. */
interface ScanMark<State> {
  readonly scan: ScanNote;
  readonly before: State;
  readonly made: MadeCall[];
}

/** Remembers the last scans. */
function createMarks<State>() {
  let marks: readonly ScanMark<State>[] = [];
  /** From the first of these scans on; none where the last one is not among them. */
  async function lastOf(
    scans: readonly ScanTime[],
    saved: () => Promise<unknown>,
    backTo: (before: State) => void,
  ): Promise<LastScans> {
    const [first] = scans.flatMap((scan) => marks.filter((mark) => isOf(mark, scan)).slice(-1));
    const last = marks.at(-1);
    const mine = first && scans.some((scan) => isOf(last, scan)) ? marks.slice(marks.indexOf(first)) : [];
    await saved();
    return {
      made: mine.flatMap(({ made }) => made),
      goBack(staying) {
        const isStaying = mine.map(({ made }) => made.some((call) => staying.includes(call)));
        const to = mine[isStaying.lastIndexOf(true) + 1];
        if (to && marks.at(-1) === last) backTo(to.before);
      },
    };
  }
  return {
    add: (mark: ScanMark<State>): void => void (marks = [...marks.slice(-MOST_MARKS), mark]),
    made: (): MadeCall[] | undefined => marks.at(-1)?.made,
    lastOf,
  };
}

function isOf<State>(mark: ScanMark<State> | undefined, { text, at }: ScanTime): mark is ScanMark<State> {
  return mark?.scan.text === text && mark.scan.at === at;
}

async function outcomeOf(
  { call, scans, again, isSure, behind }: Wanted,
  doubt: () => Promise<Doubt | undefined> | undefined,
  save: FlowPorts['save'],
): Promise<SaveOutcome> {
  try {
    const asked = isSure ? undefined : doubt();
    const doubted = asked && (await asked); // a call that nobody doubts waits for nothing
    if (doubted) return { kind: 'doubted', ...doubted };
    return { kind: 'saved', queued: await save(call, scans, again, behind) };
  } catch (error) {
    if (error instanceof AlreadyQueued) return { kind: 'alreadyQueued', seq: error.seq, stands: error.stands };
    if (error instanceof NeedsDecision) return { kind: 'needsDecision', seq: error.seq };
    return { kind: 'notSaved', problem: explain(error) };
  }
}

async function foundBy(ask: () => Promise<LookUp | undefined>): Promise<ReadOutcome> {
  try {
    return { fresh: false, ...(await ask()) };
  } catch (error) {
    return { fresh: false, reason: explain(error), isBroken: true };
  }
}

function goesOn([name, what]: Effect<unknown>): boolean {
  return name === 'save' || (name === 'cue' && (what === 'step' || what === 'saved'));
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
