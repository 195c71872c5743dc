import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { type ObjectRunPorts, createObjectRun } from '#tasks/object/objectRun.ts';
import { flowPorts, scan, settled } from './flowRig.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';

/** The task of bags, and its two actions. */
export const bagTask = tasks.find(({ id }) => id === 'bag') as ObjectTask;
export const [complete, reopen] = bagTask.actions as [TaskAction, TaskAction];

/** A site that finds a bag's line in the answer. */
export const bagSite: SiteConfiguration = {
  ...unknownSite,
  fieldRules: [{ operation: 'GetBagDetailByBagCode', field: 'logTransferDtlID', json: 'line' }],
};

/** An answer that the service gives now. */
export const freshAnswer = (text: string): LookUp => ({ answer: { text, at: 1 }, fresh: true });

/** A run of an object's task over memory, and what came of it. Its look-ups name line 4711. */
export function objectRig({ task = bagTask, ...ports }: Partial<ObjectRunPorts> & { task?: ObjectTask } = {}) {
  const { ports: usual, ...came } = flowPorts();
  const run = createObjectRun(task, {
    ...usual,
    site: () => bagSite,
    lookUp: async () => freshAnswer('{"line":4711}'),
    ...ports,
  });
  return { run, ...came, draft: usual.draft.read };
}

/** The same with a bag in hand, and its weight entered. */
export async function weighed(ports?: Parameters<typeof objectRig>[0]) {
  const made = objectRig(ports);
  made.run.accept(scan('BAG-1'));
  await settled();
  made.run.setField('weight', '3');
  return made;
}

/** Does an action, and waits for what comes of it. */
export function did(run: ReturnType<typeof objectRig>['run'], action: TaskAction): Promise<unknown> {
  run.act(action);
  return run.saved();
}
