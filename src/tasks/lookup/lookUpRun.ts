import { judge } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { judgeCode, whenReadable } from '#tasks/task/codeCheck.ts';
import { type Facts, createFlow } from '#tasks/intake/flowRunner.ts';
import {
  type FlowState,
  type Found,
  type Step,
  chain,
  leaveMisfit,
  passMisfit,
  refuse,
  say,
  scanned,
  takenAnyway,
} from '#tasks/intake/taskFlow.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import { sayAnswer } from '#tasks/intake/sayAnswer.ts';
import type { LookUpTask } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import { inWords } from '#i18n/language.ts';
import { objectWords } from '#i18n/en/object.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

/** What was asked last and what the service said to it. */
export interface LookUpView extends FlowState {
  readonly scan?: ScanNote;
  readonly lookUp: 'none' | 'asking' | LookUp;
}

type LookUpFacts = Facts<LookUpTask>;
type LookUpStep = Step<LookUpView, ScanNote>;

/** A task that only asks: each scan is a question, live, and the last scan's answer is the one that is shown. */
export function createLookUpRun(task: LookUpTask, ports: RunPorts) {
  const { known, site, lookUp } = ports;
  const flow = createFlow<LookUpTask, LookUpView, ScanNote>(
    { task, start: { lookUp: 'none' }, answered },
    { ...ports, ask: ({ text }) => lookUp(callBy(task.lookUp, { scan: text, fields: {}, known: known() })) },
  );
  whenReadable(site().codes, () => undefined); // what the first scan needs is on its way
  const on = flow.on({ accept, takeAnyway, leaveMisfit, askAll, again, refuse, ignoreRepeat });
  return { ...flow, ...on, accept: (scan: ScanNote): void => whenReadable(site().codes, () => on.accept(scan)) };
}

function accept(view: LookUpView, facts: LookUpFacts, scan: ScanNote): LookUpStep {
  const { parameter } = facts.task.subject;
  const noun = nounOf(facts);
  if (scan.source === 'typed' && !facts.mayType) return say(view, 'wrong', words.typedOff(scan.text, noun));
  const judged = judgeCode(facts.site.codes, parameter, noun, scan);
  return scanned(view, judged, (past, taken) => take(past, facts, taken));
}

function takeAnyway(view: LookUpView, facts: LookUpFacts): LookUpStep {
  return takenAnyway(view, (past, scan) => take(past, facts, scan));
}

function take(view: LookUpView, facts: LookUpFacts, scan: ScanNote): LookUpStep {
  const said = scan.text === '' ? askedAbout(facts, scan) : objectWords.scanned(nounOf(facts), scan.text);
  return chain<LookUpView, ScanNote>(say({ ...view, scan, lookUp: 'asking' }, 'step', said), (now) => [
    now,
    [['ask', scan]],
  ]);
}

function answered(view: LookUpView, facts: LookUpFacts, scan: ScanNote, found: Found): LookUpStep {
  const verdict = judge(facts.site, facts.task.lookUp.operation, found.answer?.text ?? null);
  return sayAnswer({ ...view, lookUp: found }, found, verdict === 'refused', askedAbout(facts, scan));
}

/** Asks without a code: the service tells of all. */
function askAll(view: LookUpView, facts: LookUpFacts): LookUpStep {
  return chain<LookUpView, ScanNote>(passMisfit(view), (past) =>
    take(past, facts, { text: '', source: 'typed', at: facts.now }),
  );
}

/** Asks the same once more. */
function again(view: LookUpView): LookUpStep {
  return view.scan ? [{ ...view, lookUp: 'asking' }, [['ask', view.scan]]] : [view, []];
}

/** A repeat that the guard held back. */
function ignoreRepeat(view: LookUpView, facts: LookUpFacts, text: string): LookUpStep {
  return say(view, 'repeat', words.scannedTwice(text, nounOf(facts)));
}

function nounOf({ task }: LookUpFacts): string {
  return inWords(task.subject.noun);
}

function askedAbout({ task }: LookUpFacts, { text }: ScanNote): string {
  return text || inWords(task.all ?? task.subject.noun);
}
