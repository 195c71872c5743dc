import type { Call } from '#contract/call.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import type { Judged, Misfit } from '#tasks/task/codeCheck.ts';
import type { NotTaken } from './notTaken.ts';
import type { FlowPorts } from './runPorts.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { KnownParameter } from '#tasks/task/task.ts';
import type { Saying } from '#ui/ResultBanner.tsx';
import { words } from '#i18n/words.ts';

/**
 * The state that every task has for scans, calls and answers. Pure functions lead from a state and an event to the next
 * state and the effects, in order (table in taskFlow.test.ts); `createFlow` performs them.
 */
export interface FlowState {
  readonly notice?: Saying | undefined;
  /** A scan that does not look like what is asked for. It is shown until the operator, or the next scan, decides. */
  readonly misfit?: Misfit | undefined;
}

export interface Facts<Task> extends Pick<FlowPorts, 'rolesOf' | 'isRefused'> {
  readonly task: Task;
  readonly site: SiteConfiguration;
  readonly known: Readonly<Record<KnownParameter, string>>;
  readonly mayType: boolean;
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
  readonly id?: number;
  readonly used?: readonly string[];
}

export interface Doubt {
  readonly sentence: string;
  readonly copy?: number;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly queued: QueuedCall }
  | ({ readonly kind: 'doubted' } & Doubt)
  | { readonly kind: 'alreadyQueued'; readonly seq: number; readonly stands?: QueuedCall['state'] }
  | { readonly kind: 'notSaved'; readonly problem: string };

export interface Found extends LookUp {
  /** True where it could not even be asked: the reason says all. */
  readonly isBroken?: boolean;
}

export type Effect<Question = never> =
  | readonly ['cue', Saying['tone']]
  /** Keeps what the next scan goes past until a person removes it. */
  | readonly ['notTaken', Omit<NotTaken, 'reason'>, reason: string]
  /** A scan is in hand: it is none any more that was not taken. */
  | readonly ['taken', ScanNote]
  /** Another object is in hand: what was not taken for the one before is no matter of this one. */
  | readonly ['otherObject']
  | readonly ['save', Wanted]
  /** Looks what a second scan of a code is counted with, once the calls before it are saved. */
  | readonly ['repeat', id: number, code: string]
  | readonly ['noteRepeat', seq: number, code: string]
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
  const { alreadyQueued, answeredJustNow, nobodyKnows } = words('taskScreen');
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
    case 'notSaved':
      return say(state, 'wrong', words('taskScreen').notSaved({ what, why: outcome.problem }));
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
}

/** Creates what every task does with scans: it takes one that fits, stops at one that does not, and counts one that comes twice. */
export function scanEvents<Task, State extends FlowState, Question = never>(rules: ScanRules<Task, State, Question>) {
  const { noun, judge, known, take, enter, pass = passMisfit, count } = rules;
  type Now = Facts<Task>;
  type After = Step<State, Question>;
  const takeNow = (state: State, facts: Now, scan: ScanNote, came: ScanNote): After =>
    chain<State, Question>([state, [['taken', scan]]], (now) => take(now, facts, scan, came));
  function accept(state: State, facts: Now, scan: ScanNote): After {
    const entered = scan.source === 'typed' ? enter?.(state, facts, scan) : undefined;
    if (entered) return entered;
    if (scan.source === 'typed' && !facts.mayType) {
      return say(state, 'wrong', words('taskScreen').typedOff({ text: scan.text, noun: noun(state, facts) }));
    }
    const judged = judge(state, facts, scan);
    const already = known?.(state, facts, judged.scan);
    if (already !== undefined) return say(state, 'repeat', already);
    const { scan: taken, sentence } = judged;
    if (sentence === undefined) return chain<State, Question>(pass(state), (past) => takeNow(past, facts, taken, scan));
    const isSame = state.misfit?.scan.text === taken.text;
    return chain<State, Question>(isSame ? [state, []] : pass(state), (past) => stopAt(past, judged));
  }
  return {
    accept,
    /** Takes the code that the person says was meant, and looks at it as at any other. */
    takeMeant(state: State, facts: Now): After {
      const { scan, meant } = state.misfit ?? {};
      if (!scan || meant === undefined) return [state, []];
      return accept({ ...state, misfit: undefined }, facts, { ...scan, text: meant, raw: scan.raw ?? scan.text });
    },
    /** Takes the scan that does not look right, where the site leaves that to the operator. */
    takeAnyway(state: State, facts: Now): After {
      const { misfit } = state;
      if (!misfit || misfit.isRefused) return [state, []];
      const { scan } = misfit;
      return chain<State, Question>(pass({ ...state, misfit: undefined }), (now) => takeNow(now, facts, scan, scan));
    },
    ignoreRepeat: (state: State, facts: Now, text: string): After =>
      chain<State, Question>(count?.(state, facts, text) ?? [state, []], (now) =>
        say(now, 'repeat', words('taskScreen').scannedTwice({ text, next: noun(state, facts) })),
      ),
    leaveMisfit: (state: State): After => leaveMisfit(state),
    refuse: (state: State, facts: Now, text: string): After => refuse(state, facts, text),
  };
}
