import type { Call } from '#contract/call.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { whenReadable } from '#tasks/task/codeCheck.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import { type FlowPorts, createFlow } from '#tasks/intake/flowRunner.ts';
import { type Wanted, refuse } from '#tasks/intake/taskFlow.ts';
import { readObjectDraft, writeObjectDraft } from './objectDraft.ts';
import * as objectEvents from './objectEvents.ts';
import { act, enteredByHand, looked, otherAsked, saveAgain, saveEnded } from './objectSaving.ts';
import type { ObjectFacts, ObjectQuestion, ObjectView } from './objectView.ts';
import type { Known, ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import type { Looked } from '#tasks/weight/weightCheck.ts';

type Performed = Required<FlowPorts<ObjectView, ObjectQuestion>>;

export interface ObjectRunPorts extends Pick<Performed, 'cue' | 'notTaken' | 'explain' | 'save'> {
  readonly task: ObjectTask;
  readonly known: () => Readonly<Record<Known, string>>;
  readonly site: () => SiteConfiguration;
  /** Whether a code that was typed by hand may be taken. */
  readonly allowsTyped: () => boolean;
  readonly lookUp: (call: Call) => Promise<LookUp>;
  /** A sentence where a call is to be asked about before it is saved, such as a weight that cannot be. */
  readonly doubt?: (call: Call, looked: Looked | undefined) => Promise<string | undefined>;
  /** Keeps the object and what was entered over a restart. */
  readonly draft: Pick<Draft, 'read' | 'write'>;
}

export type ObjectRun = ReturnType<typeof createObjectRun>;

/** A task about one object: scan it, see what the service says, fill the fields, choose what is done. */
export function createObjectRun(ports: ObjectRunPorts) {
  const { task, site, known } = ports;
  const factsNow = (): ObjectFacts => ({
    task,
    site: site(),
    known: known(),
    mayType: ports.allowsTyped(),
    explain: ports.explain,
  });
  const flow = createFlow<ObjectView, ObjectFacts, ObjectQuestion>(
    {
      start: startFrom(task, ports.draft.read()),
      facts: factsNow,
      saveEnded,
      answered: objectEvents.answered,
      keeps: (view) => writeObjectDraft(task, view),
    },
    {
      ...ports,
      ask: async ({ scan, fields }) =>
        task.lookUp ? ports.lookUp(callBy(task.lookUp, { scan: scan.text, fields, known: known() })) : { fresh: false },
      /** All of it in one question: a yes to the one is none to the other. */
      async doubt({ call, used = [] }: Wanted, view) {
        const byHand = enteredByHand({ task, site: site() }, view, used);
        const doubts = [byHand, await ports.doubt?.(call, looked(task, view))];
        return doubts.filter((sentence) => sentence !== undefined).join(' ') || undefined;
      },
      write: (_, text) => ports.draft.write(text),
    },
  );
  const { answered: _answered, ...events } = objectEvents;
  const on = flow.on({ ...events, act, saveAgain, refuse });
  whenReadable(site().codes, () => undefined); // what the first scan needs is on its way
  return {
    ...flow,
    ...on,
    accept: (scan: ScanNote): void => whenReadable(site().codes, () => on.accept(scan)),
    act(action: TaskAction): Promise<void> {
      on.act(action);
      return flow.saved();
    },
    saveAgain(): Promise<void> {
      on.saveAgain();
      return flow.saved();
    },
  };
}

/** A question that nobody has answered is asked again after a restart. */
function startFrom(task: ObjectTask, kept: string | undefined): ObjectView {
  const draft = readObjectDraft(task, kept);
  const question = otherAsked(draft);
  return {
    lookUp: 'none',
    problems: {},
    saved: [],
    ...draft,
    ...(question !== undefined && { notice: { tone: 'repeat', text: question } }),
  };
}
