import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { takeBackPull } from './splitPull.ts';
import type { SplitPull } from '#scan/scan.ts';
import type { Judged } from '#tasks/task/codeCheck.ts';
import { type FlowRules, createFlow } from './flowRunner.ts';
import type { FlowPorts } from './runPorts.ts';
import {
  type Facts,
  type FlowState,
  type Step,
  chain,
  leaveMisfit,
  passMisfit,
  refuse,
  say,
  stopAt,
} from './taskFlow.ts';
import { words } from '#i18n/words.ts';

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

/** A flow that takes scans in their order. */
export function createScanFlow<Task, State extends FlowState, Question = never>(
  scans: ReturnType<typeof scanEvents<Task, State, Question>>,
  rules: FlowRules<Task, State, Question>,
  ports: FlowPorts,
) {
  const flow = createFlow<Task, State, Question>(rules, ports);
  const on = flow.on(scans);
  const accept = flow.ofScan(on.accept);
  return {
    ...flow,
    ...on,
    accept(scan: ScanNote): void {
      flow.catchUp();
      accept(scan);
      ports.came(scan.text);
    },
    split: (pull: SplitPull): void => takeBackPull({ ...flow, ...on }, ports, pull),
  };
}
