import { type SiteConfiguration, unknownSite } from '#site/site.ts';
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

const close = 'CloseLogisticsTransferMstChange';
/** A site that tells by an object's state what can be done with it, and names units of weight. */
export const stateSite: SiteConfiguration = {
  ...unknownSite,
  weightUnits: [
    { value: '1', name: 'kg', grams: 1000 },
    { value: '2', name: 'g', grams: 1 },
  ],
  fieldRules: [
    { operation: 'GetBagDetailByBagCode', field: 'status', json: 'status' },
    { operation: 'GetLogisticsTransferMst', field: 'status', json: 'status' },
    { operation: 'GetLogisticsTransferMst', field: 'openBags', json: 'openBags' },
    { operation: 'GetDDCodeByOSDeliveryCode', field: 'ddCode', json: 'ddCode' },
  ],
  actionRules: [
    { operation: 'CompleteBag', field: 'status', values: ['open'] },
    { operation: 'AgainOpenBag', field: 'status', values: ['complete'] },
    { operation: close, sends: { close: true }, field: 'status', values: ['open'] },
    { operation: close, sends: { close: true }, field: 'openBags', values: ['0'] },
    { operation: close, sends: { close: false }, field: 'status', values: ['closed'] },
  ],
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
