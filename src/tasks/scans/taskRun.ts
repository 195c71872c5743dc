import type { Draft } from '#tasks/task/handheld.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import { createScanFlow } from '#tasks/intake/scanFlow.ts';
import { type TaskState, keptScanText, halfText } from './taskState.ts';
import {
  back,
  dropWaiting,
  keep,
  keepOn,
  keepOther,
  leave,
  release,
  repeated,
  reread,
  restored,
  saveAgain,
  saveEnded,
  scanning,
  swap,
  takeOnce,
} from './taskEvents.ts';
import { withKept } from './taskQuestions.ts';
import type { ScansTask } from '#tasks/task/task.ts';

export interface TaskRunPorts extends Omit<RunPorts, 'lookUp'> {
  readonly keptScan: Pick<Draft, 'read' | 'write'>;
}

export type TaskRun = ReturnType<typeof createTaskRun>;

/** Each scan fills a step, the last one makes a call: the next starts at once, and waits for no disk. */
export function createTaskRun(task: ScansTask, ports: TaskRunPorts) {
  const { draft, keptScan } = ports;
  const flow = createScanFlow<ScansTask, TaskState>(
    scanning,
    {
      task,
      start: withKept({ entries: [], made: 0 }, { task, known: ports.known() }, draft.read(), keptScan.read()),
      saveEnded,
      repeated,
      reread,
      restored,
      drawsSoon: true,
      keeps: [
        { draft, text: (state) => halfText(task, state) },
        { draft: keptScan, text: (state) => keptScanText(state.keptScan, state) },
      ],
    },
    ports,
  );
  const said = { keep, keepOn, keepOther, leave, release, saveAgain, swap, takeOnce };
  return { ...flow, ...flow.on({ ...said, dropWaiting, back }) };
}
