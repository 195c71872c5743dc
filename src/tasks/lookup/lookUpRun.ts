import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { judgeCode } from '#tasks/task/codeCheck.ts';
import { createScanFlow, scanEvents } from '#tasks/intake/scanFlow.ts';
import { type Facts, type FlowState, type Found, type Step, chain, passMisfit, say } from '#tasks/intake/taskFlow.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import { isRefusal, sayAnswer } from '#tasks/intake/savingFlow.ts';
import type { LookUpTask } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import { capital } from '#i18n/capital.ts';
import { words } from '#i18n/words.ts';

export interface LookUpView extends FlowState {
  readonly scan?: ScanNote;
  readonly lookUp: 'none' | 'loading' | LookUp;
}

type LookUpFacts = Facts<LookUpTask>;
type LookUpStep = Step<LookUpView, ScanNote>;

const scanning = scanEvents<LookUpTask, LookUpView, ScanNote>({ noun: (_, facts) => nounOf(facts), judge, take });

/** A task that only asks: each scan is a question, live, and the last scan's answer is the one that is shown. */
export function createLookUpRun(task: LookUpTask, ports: RunPorts) {
  const { known, lookUp } = ports;
  const flow = createScanFlow<LookUpTask, LookUpView, ScanNote>(
    scanning,
    {
      task,
      start: { lookUp: 'none' },
      answered,
      ask: ({ text }) => lookUp(callBy(task.lookUp, { scan: text, fields: {}, known: known() })),
    },
    ports,
  );
  return { ...flow, ...flow.on({ askAll, again }) };
}

function judge(_view: LookUpView, facts: LookUpFacts, scan: ScanNote) {
  return judgeCode(facts.site.codes, facts.task.subject.parameter, nounOf(facts), scan);
}

function take(view: LookUpView, facts: LookUpFacts, scan: ScanNote): LookUpStep {
  const said =
    scan.text === ''
      ? askedAbout(facts, scan)
      : words('object').scanned({ noun: capital(nounOf(facts)), text: scan.text });
  return chain<LookUpView, ScanNote>(say({ ...view, scan, lookUp: 'loading' }, 'step', said), (now) => [
    now,
    [['ask', scan]],
  ]);
}

function answered(view: LookUpView, facts: LookUpFacts, scan: ScanNote, found: Found): LookUpStep {
  const isRefused = isRefusal(facts, facts.task.lookUp.operation, found);
  return sayAnswer({ ...view, lookUp: found }, found, isRefused, askedAbout(facts, scan));
}

function askAll(view: LookUpView, facts: LookUpFacts): LookUpStep {
  return chain<LookUpView, ScanNote>(passMisfit(view), (past) =>
    take(past, facts, { text: '', source: 'typed', at: facts.now }),
  );
}

function again(view: LookUpView): LookUpStep {
  return view.scan ? [{ ...view, lookUp: 'loading' }, [['ask', view.scan]]] : [view, []];
}

function nounOf({ task }: LookUpFacts): string {
  return task.subject.noun();
}

function askedAbout({ task }: LookUpFacts, { text }: ScanNote): string {
  return text || (task.all ?? task.subject.noun)();
}
