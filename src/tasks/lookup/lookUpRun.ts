import type { Call } from '#contract/call.ts';
import { type SiteConfiguration, judge } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { judgeCode, whenReadable } from '#tasks/task/codeCheck.ts';
import { type FlowPorts, createFlow } from '#tasks/intake/flowRunner.ts';
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
import { sayAnswer } from '#tasks/intake/sayAnswer.ts';
import type { Known, LookUpTask } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import { inWords } from '#i18n/language.ts';
import { objectWords } from '#i18n/en/object.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

/** What was asked last and what the service said to it. */
export interface LookUpView extends FlowState {
  readonly scan?: ScanNote;
  readonly lookUp: 'none' | 'asking' | LookUp;
}

interface LookUpFacts {
  readonly task: LookUpTask;
  readonly site: SiteConfiguration;
  readonly mayType: boolean;
}

export interface LookUpRunPorts extends Pick<FlowPorts<LookUpView, ScanNote>, 'cue' | 'notTaken' | 'explain'> {
  readonly task: LookUpTask;
  readonly site: () => SiteConfiguration;
  /** Whether a code that was typed by hand may be taken. */
  readonly allowsTyped: () => boolean;
  readonly known: () => Readonly<Record<Known, string>>;
  readonly lookUp: (call: Call) => Promise<LookUp>;
}

type LookUpStep = Step<LookUpView, ScanNote>;

/** A task that only asks: each scan is a question, live, and the last scan's answer is the one that is shown. */
export function createLookUpRun(ports: LookUpRunPorts) {
  const { task, known, site, allowsTyped, lookUp } = ports;
  const flow = createFlow(
    { start: { lookUp: 'none' }, facts: () => ({ task, site: site(), mayType: allowsTyped() }), answered },
    {
      ...ports,
      ask: ({ text }: ScanNote) => lookUp(callBy(task.lookUp, { scan: text, fields: {}, known: known() })),
    },
  );
  whenReadable(site().codes, () => undefined); // what the first scan needs is on its way
  const events = flow.on({ accept, takeAnyway, leaveMisfit, askAll, again, refuse, ignoreRepeat });
  return {
    ...flow,
    ...events,
    accept: (scan: ScanNote): void => whenReadable(site().codes, () => events.accept(scan)),
    askAll: (): void => events.askAll(Date.now()),
  };
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
function askAll(view: LookUpView, facts: LookUpFacts, at: number): LookUpStep {
  return chain<LookUpView, ScanNote>(passMisfit(view), (past) => take(past, facts, { text: '', source: 'typed', at }));
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
