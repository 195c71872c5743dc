import type { Call } from '#contract/call.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { whenReadable } from '#tasks/task/codeCheck.ts';
import { createFlow } from '#tasks/intake/flowRunner.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import { leaveMisfit, refuse } from '#tasks/intake/taskFlow.ts';
import { readObjectDraft, writeObjectDraft } from './objectDraft.ts';
import * as objectEvents from './objectEvents.ts';
import { act, enteredByHand, looked, otherAsked, saveAgain, saveEnded } from './objectSaving.ts';
import type { ObjectQuestion, ObjectView } from './objectView.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import type { Looked } from '#tasks/weight/weightCheck.ts';

export interface ObjectRunPorts extends RunPorts {
  /** A sentence where a call is to be asked about before it is saved, such as a weight that cannot be. */
  readonly doubt?: (call: Call, looked: Looked | undefined) => Promise<string | undefined>;
}

export type ObjectRun = ReturnType<typeof createObjectRun>;

/** A task about one object: scan it, see what the service says, fill the fields, choose what is done. */
export function createObjectRun(task: ObjectTask, ports: ObjectRunPorts) {
  const { site, known } = ports;
  const { answered, ...events } = objectEvents;
  const flow = createFlow<ObjectTask, ObjectView, ObjectQuestion>(
    {
      task,
      start: startFrom(task, ports.draft.read()),
      saveEnded,
      answered,
      keeps: (view) => writeObjectDraft(task, view),
    },
    {
      ...ports,
      ask: async ({ use, scan, fields }) => ports.lookUp(callBy(use, { scan: scan.text, fields, known: known() })),
      /** All of it in one question: a yes to the one is none to the other. */
      async doubt({ call, used = [] }, view) {
        const byHand = enteredByHand({ task, site: site() }, view, used);
        const doubts = [byHand, await ports.doubt?.(call, looked(task, view))];
        const sentence = doubts.filter((doubt) => doubt !== undefined).join(' ');
        return sentence === '' ? undefined : { sentence };
      },
      write: (_, text) => ports.draft.write(text),
    },
  );
  const on = flow.on({ ...events, act, saveAgain, leaveMisfit, refuse });
  whenReadable(site().codes, () => undefined); // what the first scan needs is on its way
  return { ...flow, ...on, accept: (scan: ScanNote): void => whenReadable(site().codes, () => on.accept(scan)) };
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
