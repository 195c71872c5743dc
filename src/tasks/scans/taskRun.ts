import { whenReadable } from '#tasks/task/codeCheck.ts';
import { followed } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import type { TaskRun } from '#tasks/task/taskRunView.ts';
import { createFlow } from '#tasks/intake/flowRunner.ts';
import type { RunPorts } from '#tasks/intake/runPorts.ts';
import { leaveMisfit, refuse } from '#tasks/intake/taskFlow.ts';
import * as taskEvents from './taskEvents.ts';
import { type TaskState, readKept } from './taskState.ts';
import type { ScansTask } from '#tasks/task/task.ts';

export interface TaskRunPorts extends Omit<RunPorts, 'lookUp'> {
  /** Keeps the scan that stays for the next calls over a restart. */
  readonly keptScan: Pick<Draft, 'read' | 'write'>;
}

/**
 * Runs a task: each scan fills a step, the last one makes a call and saves it, and the next scan starts anew at once,
 * while the one before is still being written. Scans are taken in order and none waits for another's disk.
 */
export function createTaskRun(task: ScansTask, ports: TaskRunPorts): TaskRun {
  const drafts = { half: followed(ports.draft), kept: followed(ports.keptScan) };
  const { saveEnded, repeated, ...events } = taskEvents;
  const start = { ...readKept(task, drafts.half.read(), drafts.kept.read()), entries: [], made: 0 };
  const flow = createFlow<ScansTask, TaskState>(
    { task, start, saveEnded, repeated },
    { ...ports, write: (draft, text, by) => drafts[draft].write(text, by) },
  );
  const on = flow.on({ ...events, leaveMisfit, refuse });
  const reread = (): void => on.reread(drafts.half.read(), drafts.kept.read());
  whenReadable(ports.site().codes, () => undefined); // what the first scan needs is on its way
  return {
    ...flow,
    ...on,
    reread,
    accept: (scan) =>
      whenReadable(ports.site().codes, () => {
        if (drafts.half.isOvertaken() || drafts.kept.isOvertaken()) reread(); // a page that was asleep may not have been told yet
        on.accept(scan);
      }),
  };
}
