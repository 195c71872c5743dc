import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { type ScansRunPorts, createScansRun } from '#tasks/scans/scansRun.ts';
import { draftInMemory, flowPorts } from './flowRig.ts';

/** A run of the task of a delivery and a shelf over memory, and what came of it. */
export function scansRig(ports: Partial<ScansRunPorts> = {}) {
  const { ports: usual, cues, values, repeated, notTaken } = flowPorts();
  const keptScan = draftInMemory();
  const run = createScansRun(revertOff, { ...usual, keptScan, page: 1, ...ports });
  return { run, cues, saved: values, repeated, notTaken, draft: usual.draft.read, keptScan: keptScan.read };
}
