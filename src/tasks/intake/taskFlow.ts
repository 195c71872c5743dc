import type { Call } from '#contract/call.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import type { Judged, Misfit } from '#tasks/task/codeCheck.ts';
import type { NotTaken } from './notTaken.ts';
import type { FlowPorts } from './runPorts.ts';
import { type AskedMode, type Asks, askingOf, decisionAsked, ownAsked } from './asking.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { codesOfHalf } from '#tasks/task/halves.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { KnownParameter } from '#tasks/task/task.ts';
import type { MeantWeight } from '#tasks/weight/weightCheck.ts';
import type { Saying } from '#ui/ResultBanner.tsx';
import { decidingWords } from '#i18n/words/deciding.ts';
import { printerWords } from '#i18n/words/printer.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

/**
 * The state that every task has for scans, calls and answers. Pure functions lead from a state and an event to the next
 * state and the effects, in order (table in taskFlow.test.ts); `createFlow` performs them.
 */
export interface FlowState extends Asks {
  readonly notice?: Saying | undefined;
  /** A scan that does not look like what is asked for. It is shown until the operator, or the next scan, decides. */
  readonly misfit?: Misfit | undefined;
  /** The halves that were begun and set aside for another scan, the newest first, each as its draft: a tap away. */
  readonly aside?: readonly string[];
  /** The call that is to be decided about, and behind which a person lets the next one wait. */
  readonly behind?: number | undefined;
}

export interface Facts<Task> extends Pick<FlowPorts, 'rolesOf' | 'isRefused' | 'doubtOf'> {
  readonly task: Task;
  readonly site: SiteConfiguration;
  readonly known: Readonly<Record<KnownParameter, string>>;
  readonly mayType: boolean;
  /** The first code of another screen that nobody has said the place of. */
  readonly pending?: ScanNote | undefined;
  /** Unix ms. */
  readonly now: number;
}

export interface Wanted {
  readonly call: Call;
  readonly scans: readonly ScanNote[];
  readonly what: string;
  /** Its codes and values, without a word of a language; absent where `what` is that. */
  readonly values?: string;
  /** True saves without asking where an open call has the same content. */
  readonly again: boolean;
  /** True where a person has said that it is right: it is not doubted. */
  readonly isSure?: boolean;
  /** The call that is to be decided about, and behind which a person lets this one wait. */
  readonly behind?: number | undefined;
  /** True where the same call is there already, and nobody knows whether it was done: to save it again takes a hold. */
  readonly isInDoubt?: boolean;
  /** True where it is asked about as it would wait for a decision on `behind`. */
  readonly isBehind?: boolean;
  readonly id?: number;
  readonly used?: readonly string[];
}

export interface Doubt {
  readonly sentence: string;
  readonly copy?: number;
  /** The weight that was meant, where a point has slipped: an answer to tap. */
  readonly meant?: MeantWeight;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly queued: QueuedCall }
  | ({ readonly kind: 'doubted' } & Doubt)
  | { readonly kind: 'alreadyQueued'; readonly seq: number; readonly stands?: QueuedCall['state'] }
  | { readonly kind: 'needsDecision'; readonly seq: number }
  | { readonly kind: 'notSaved'; readonly problem: string };

/** A look-up as it has ended, also where nothing could be asked. */
export interface ReadOutcome extends LookUp {
  /** True where it could not even be asked: the reason says all. */
  readonly isBroken?: boolean;
}

export type Effect<Question = never> =
  | readonly ['cue', Saying['tone']]
  /** Keeps what the next scan goes past until a person removes it. */
  | readonly ['notTaken', Omit<NotTaken, 'reason'>, reason: string]
  /** A scan waits until a person says what it is here. */
  | readonly ['hold', ScanNote]
  /** A scan is in hand: it is none any more that was not taken. */
  | readonly ['taken', ScanNote]
  /** Another object is in hand: what was not taken for the one before is no matter of this one. */
  | readonly ['otherObject']
  | readonly ['save', Wanted]
  /** Looks what a second scan of a code is counted with, once the calls before it are saved. */
  | readonly ['repeat', id: number, code: string]
  | readonly ['noteRepeat', seq: number, code: string]
  /** Labels come out of this printer from now on. */
  | readonly ['printer', code: string]
  /** Asks the service; only the answer to the last question comes back. */
  | readonly ['ask', Question];

export type Step<State, Question = never> = readonly [State, readonly Effect<Question>[]];

/** One step after the other, each from the state that the one before has left. */
export function chain<State, Question = never>(
  first: Step<State, Question>,
  ...next: readonly ((state: State) => Step<State, Question>)[]
): Step<State, Question> {
  return next.reduce(([state, effects], step) => {
    const [after, more] = step(state);
    return [after, [...effects, ...more]];
  }, first);
}

export function say<State extends FlowState>(
  state: State,
  tone: Saying['tone'],
  text: string,
  call?: Saying['call'],
): Step<State> {
  return [{ ...state, notice: { tone, text, ...(call && { call }) } }, [['cue', tone]]];
}

export function stopAt<State extends FlowState>(state: State, misfit: Misfit): Step<State> {
  return say({ ...state, misfit }, 'wrong', misfit.sentence);
}

/** Goes past a misfit that nobody decided about: it is not lost. */
export function passMisfit<State extends FlowState>(state: State): Step<State> {
  const { misfit } = state;
  return misfit ? [{ ...state, misfit: undefined }, [['notTaken', misfit.scan, misfit.sentence]]] : [state, []];
}

export function leaveMisfit<State extends FlowState>(state: State): Step<State> {
  return [{ ...state, misfit: undefined, notice: undefined }, []];
}

export function refuse<State extends FlowState>(state: State, _facts: unknown, text: string): Step<State> {
  return say(state, 'wrong', text);
}

/** The question whether a call is to be saved that is there already. */
export function sameAsked(
  what: string,
  { seq = 0, stands }: { seq?: number; stands?: QueuedCall['state'] | undefined },
): string {
  const { alreadyQueued, answeredJustNow, nobodyKnows } = taskScreenWords();
  const asked = stands === 'answered' ? answeredJustNow : stands === 'unconfirmed' ? nobodyKnows : alreadyQueued;
  return asked({ what, seq });
}

export function sayUnsaved<State extends FlowState>(
  state: State,
  { what }: Wanted,
  outcome: Exclude<SaveOutcome, { kind: 'saved' }>,
): Step<State> {
  switch (outcome.kind) {
    case 'doubted':
      return say(state, 'repeat', outcome.sentence);
    case 'alreadyQueued':
      return say(state, 'repeat', sameAsked(what, outcome));
    case 'needsDecision':
      return say(state, 'repeat', decidingWords().wouldWait({ what, seq: outcome.seq }));
    case 'notSaved':
      return say(state, 'wrong', taskScreenWords().notSaved({ what, why: outcome.problem }));
  }
}

export interface ScanRules<Task, State, Question> {
  readonly noun: (state: State, facts: Facts<Task>) => string;
  readonly judge: (state: State, facts: Facts<Task>, scan: ScanNote) => Judged;
  readonly known?: (state: State, facts: Facts<Task>, scan: ScanNote) => string | undefined;
  /** @param came - the scan before something was taken of it: one GS1 code has several elements. */
  readonly take: (state: State, facts: Facts<Task>, scan: ScanNote, came: ScanNote) => Step<State, Question>;
  /** Takes what a person typed for a field that is asked for, and is no code; `undefined`: it is one. */
  readonly enter?: (state: State, facts: Facts<Task>, typed: ScanNote) => Step<State, Question> | undefined;
  /** Goes past what nobody has decided about. @default a misfit */
  readonly pass?: (state: State) => Step<State>;
  /** Counts a code that was scanned twice with the scan that it repeats. */
  readonly count?: (state: State, facts: Facts<Task>, code: string) => Step<State, Question>;
  /** Asks first, in place of looking at the scan; `undefined`: nothing is to be asked. */
  readonly askFirst?: (state: State, facts: Facts<Task>, scan: ScanNote) => Step<State, Question> | undefined;
  /** Takes a scan that answers what the task asks, or that waits for the answer; `undefined`: it is only told of. */
  readonly answer?: (state: State, facts: Facts<Task>, scan: ScanNote) => Step<State, Question> | undefined;
  /** Tells whether a scan that was sent here would go with one that stays: then it is asked about. */
  readonly keeps?: (state: State) => boolean;
  /** The operations whose next call is about this code: it may have one that is to be decided about. */
  readonly calls?: (state: State, facts: Facts<Task>, scan: ScanNote) => readonly OperationName[];
  /** The question that the task itself asks, in words. */
  readonly question?: (state: State) => string | undefined;
  /** The half in hand, as its draft, and the state with another one in hand, or none. */
  readonly half?: {
    readonly of: (state: State, facts: Facts<Task>) => string | undefined;
    readonly put: (state: State, facts: Facts<Task>, half: string | undefined) => State;
  };
}

/** Tells of a scan that comes while something is asked, and keeps it to be looked at: it is for nothing. */
function tellAsked<State extends FlowState>(
  state: State,
  asking: AskedMode,
  { text, ...scan }: ScanNote,
  question = '',
): Step<State> {
  const said = say(state, 'asked', [question, taskScreenWords().answerBefore({ text })].join(' ').trim());
  const waits = asking.kind !== 'kept' && asking.scan.text === text;
  if (waits || scan.source === 'typed') return said;
  return chain<State>(
    [state, [['notTaken', { text, ...scan, isObject: true }, taskScreenWords().answerFirst]]],
    () => said,
  );
}

/** Makes an answer, or what saves, wait for the answer to what is asked: that is asked again. */
export function unlessAsked<Task, State extends FlowState, What extends readonly unknown[], Question = never>(
  event: (state: State, facts: Facts<Task>, ...what: What) => Step<State, Question>,
) {
  return (state: State, facts: Facts<Task>, ...what: What): Step<State, Question> =>
    askingOf(state, facts) ? say(state, 'asked', '') : event(state, facts, ...what);
}

type Look<Task, State, Question> = (state: State, facts: Facts<Task>, scan: ScanNote) => Step<State, Question>;

/** Creates what is done with what is begun where another scan is to begin, and where it is gone on with. */
function halfEvents<Task, State extends FlowState, Question>(
  { half }: ScanRules<Task, State, Question>,
  pass: (state: State) => Step<State>,
  place: Look<Task, State, Question>,
) {
  type After = Step<State, Question>;
  return {
    /** Begins with a scan, and sets aside what was begun: none of its codes goes with those of this one. */
    beginAnew(state: State, facts: Facts<Task>, scan: ScanNote): After {
      const inHand = half?.of(state, facts);
      if (!half || inHand === undefined || codesOfHalf(inHand).includes(scan.text)) return place(state, facts, scan);
      return chain<State, Question>(
        pass({ ...half.put(state, facts, undefined), aside: [inHand, ...(state.aside ?? [])] }),
        (now) => place(now, facts, scan),
      );
    },
    /** Goes on with what was set aside, and sets aside what is in hand. */
    goOnWith(state: State, facts: Facts<Task>, at: number): After {
      const { aside = [] } = state;
      const wanted = aside[at];
      if (!half || wanted === undefined) return [state, []];
      const inHand = half.of(state, facts);
      const others = aside.filter((_, index) => index !== at);
      const put = { ...half.put(state, facts, wanted), aside: inHand === undefined ? others : [inHand, ...others] };
      return pass({ ...put, notice: undefined });
    },
  };
}

/** Creates the answers about a code whose last call is to be decided about. */
function decisionEvents<Task, State extends FlowState, Question>(
  takeNow: (state: State, facts: Facts<Task>, scan: ScanNote, came: ScanNote) => Step<State, Question>,
) {
  type After = Step<State, Question>;
  return {
    /** Takes the code whose last call is to be decided about: its next one waits behind that. */
    goBehind(state: State, facts: Facts<Task>): After {
      const deciding = decisionAsked(state);
      if (!deciding) return [state, []];
      const { scan, came, seq } = deciding;
      return takeNow({ ...state, asking: undefined, behind: seq }, facts, scan, came);
    },
    /** That call was decided about: it is asked what its code is now. */
    decided(state: State): After {
      const deciding = decisionAsked(state);
      return deciding ? [{ ...state, asking: undefined, notice: undefined }, [['hold', deciding.came]]] : [state, []];
    },
    /** Leaves the code whose last call is to be decided about. */
    leaveDecision: (state: State): After => [{ ...state, asking: undefined, notice: undefined }, []],
  };
}

/** Creates what every task does with scans: it takes one that fits, stops at one that does not, and counts one that comes twice. */
export function scanEvents<Task, State extends FlowState, Question = never>(rules: ScanRules<Task, State, Question>) {
  const { noun, judge, known, take, enter, pass = passMisfit, count, askFirst, answer, question, keeps, calls } = rules;
  type Now = Facts<Task>;
  type After = Step<State, Question>;
  const takeNow = (state: State, facts: Now, scan: ScanNote, came: ScanNote): After => {
    const of = calls?.(state, facts, came) ?? [];
    const seq = of.length === 0 ? state.behind : facts.doubtOf(of, scan.text);
    const now = seq === state.behind ? state : { ...state, behind: undefined };
    if (seq === undefined || seq === state.behind)
      return chain<State, Question>([now, [['taken', scan]]], (past) => take(past, facts, scan, came));
    const asking = { kind: 'decision', scan, came, seq } as const;
    return say({ ...state, asking }, 'repeat', decidingWords().first({ text: scan.text, seq }));
  };
  function look(state: State, facts: Now, scan: ScanNote): After {
    const entered = scan.source === 'typed' ? enter?.(state, facts, scan) : undefined;
    if (entered) return entered;
    if (scan.source === 'typed' && !facts.mayType) {
      return say(state, 'wrong', taskScreenWords().typedOff({ text: scan.text, noun: noun(state, facts) }));
    }
    const judged = judge(state, facts, scan);
    const already = known?.(state, facts, judged.scan);
    if (already !== undefined) return say(state, 'repeat', already);
    const { scan: taken, sentence } = judged;
    if (sentence === undefined) return chain<State, Question>(pass(state), (past) => takeNow(past, facts, taken, scan));
    const isSame = state.misfit?.scan.text === taken.text;
    return chain<State, Question>(isSame ? [state, []] : pass(state), (past) => stopAt(past, judged));
  }
  /** Looks at a scan whose place a person has named, or of which nothing is asked. */
  const place = (state: State, facts: Now, scan: ScanNote): After =>
    askFirst?.(state, facts, scan) ?? look(state, facts, scan);
  const tell = (state: State, asking: AskedMode, scan: ScanNote): After =>
    tellAsked(state, asking, scan, ownAsked(state) && question?.(state));
  return {
    /** Takes a scan; while something is asked it is told of, and nothing else. */
    accept(state: State, facts: Now, scan: ScanNote): After {
      const asking = askingOf(state, facts);
      if (!asking) return place(state, facts, scan);
      const isOwn = asking.kind === 'kept' || asking.kind === 'object';
      return (isOwn && answer?.(state, facts, scan)) || tell(state, asking, scan);
    },
    place,
    look,
    mayBegin: (state: State): boolean => !ownAsked(state) && !keeps?.(state),
    ...halfEvents(rules, pass, place),
    ...decisionEvents<Task, State, Question>(takeNow),
    /** A code of another screen is for nothing here. */
    forgetPlace: (state: State): After => [{ ...state, notice: undefined }, []],
    /** Takes the code that the person says was meant, and looks at it as at any other. */
    takeMeant: unlessAsked((state: State, facts: Now): After => {
      const { scan, meant } = state.misfit ?? {};
      if (!scan || meant === undefined) return [state, []];
      return look({ ...state, misfit: undefined }, facts, { ...scan, text: meant, raw: scan.raw ?? scan.text });
    }),
    /** Takes the scan that does not look right, where the site leaves that to the operator. */
    takeAnyway: unlessAsked((state: State, facts: Now): After => {
      const { misfit } = state;
      if (!misfit || misfit.isRefused) return [state, []];
      const { scan } = misfit;
      return chain<State, Question>(pass({ ...state, misfit: undefined }), (now) => takeNow(now, facts, scan, scan));
    }),
    /** Chooses the printer whose sticker was scanned; while something is asked it is told of, and nothing else. */
    sticker(state: State, facts: Now, { name, code }: Pick<SitePrinter, 'name' | 'code'>): After {
      const asked = ownAsked(state) && question?.(state);
      if (askingOf(state, facts))
        return say(state, 'asked', [asked, taskScreenWords().answerBefore({ text: name })].join(' ').trim());
      return chain<State, Question>(say(state, 'step', printerWords().chosen({ name })), (now) => [
        now,
        [['printer', code]],
      ]);
    },
    ignoreRepeat(state: State, facts: Now, text: string): After {
      if (askingOf(state, facts)) return [state, []]; // it was told of
      return chain<State, Question>(count?.(state, facts, text) ?? [state, []], (now) =>
        say(now, 'repeat', taskScreenWords().scannedTwice({ text, next: noun(state, facts) })),
      );
    },
    leaveMisfit: (state: State): After => leaveMisfit(state),
    refuse: (state: State, facts: Now, text: string): After => refuse(state, facts, text),
  };
}
