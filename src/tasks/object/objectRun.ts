import type { Call } from '#contract/call.ts';
import { createScanFlow } from '#tasks/intake/flowRunner.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import {
  answered,
  askAll,
  blank,
  lookUpAgain,
  lookUpWhereDue,
  readBySite,
  scanning,
  setField,
  settled,
  stay,
  takeWaiting,
} from './objectEvents.ts';
import { act, actionEnded, answerOf, enteredByHand, otherAsked, saveAgain, saveMeant } from './objectSaving.ts';
import { type ObjectQuestion, type ObjectView, isOnlyAsked, readObjectDraft, writeObjectDraft } from './objectView.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import type { WeightAnswer, WeightQuestion } from '#tasks/weight/weightCheck.ts';

export interface ObjectRunPorts extends RunPorts {
  readonly doubt?: (call: Call, answer: WeightAnswer | undefined) => Promise<WeightQuestion | undefined>;
}

export type ObjectRun = ReturnType<typeof createObjectRun>;

/** A task about one object: scan it, see what the service says, fill the fields, choose what is done. */
export function createObjectRun(task: ObjectTask, ports: ObjectRunPorts) {
  const { site, known, draft, lookUp } = ports;
  const flow = createScanFlow<ObjectTask, ObjectView, ObjectQuestion>(
    scanning,
    {
      task,
      start: startFrom(task, draft.read()),
      saveEnded: actionEnded,
      restored: (before, { saved }) => ({
        ...before,
        saved,
        misfit: undefined,
        lookUp: before.lookUp === 'loading' ? 'none' : before.lookUp, // its answer was given up
      }),
      answered,
      keeps: isOnlyAsked(task) ? [] : [{ draft, text: (view) => writeObjectDraft(task, view) }],
      ask: ({ use, scan, fields }) => lookUp(callBy(use, { scan: scan.text, fields, known: known() })),
      /** All of it in one question: a yes to the one is none to the other. */
      async doubt({ call, used = [] }, view) {
        const byHand = enteredByHand({ task, site: site() }, view, used);
        const weighed = await ports.doubt?.(call, answerOf(task, view));
        const sentence = [byHand, weighed?.sentence].filter((doubt) => doubt !== undefined).join(' ');
        return sentence === '' ? undefined : { ...weighed, sentence };
      },
    },
    ports,
  );
  return {
    ...flow,
    ...flow.on({
      act,
      askAll,
      blank,
      lookUpAgain,
      lookUpWhereDue,
      readBySite,
      saveAgain,
      saveMeant,
      setField,
      settled,
      stay,
      takeWaiting,
    }),
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
