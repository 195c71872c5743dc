import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { type TaskRunPorts, createTaskRun } from '#tasks/scans/taskRun.ts';
import { draftInMemory, flowPorts } from './flowRig.ts';

/** A run of the task of a delivery and a shelf over memory, and what came of it. */
export function taskRig(ports: Partial<TaskRunPorts> = {}) {
  const { ports: usual, cues, values, repeated, notTaken } = flowPorts();
  const keptScan = draftInMemory();
  const run = createTaskRun(revertOff, { ...usual, keptScan, page: 1, ...ports });
  return { run, cues, saved: values, repeated, notTaken, draft: usual.draft.read, keptScan: keptScan.read };
}
