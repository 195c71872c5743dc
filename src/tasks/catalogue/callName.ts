import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { objectIn } from '#tasks/task/draft.ts';
import type { TaskAction } from '#tasks/task/task.ts';
import { tasks } from './tasks.ts';
import { textAt } from '#i18n/textAt.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { calledWords } from '#i18n/words/called.ts';

const actions = tasks.flatMap((task) => (task.kind === 'object' ? task.actions : []));

/** Returns a worker's name for this call: the action's title where several share an operation, else that of the operation. */
export function callName(call: Pick<QueuedCall, 'operation' | 'parameters'>): string {
  const sharing = actions.filter(({ operation }) => operation === call.operation);
  const its = sharing.length > 1 ? sharing.find((action) => sends(action, call)) : undefined;
  return its ? its.title() : operationName(call.operation);
}

function sends({ parameters }: TaskAction, call: Pick<QueuedCall, 'parameters'>): boolean {
  return call.parameters.every(([name, text]) => {
    const source = parameters[name];
    if (typeof source !== 'object' || !('json' in source)) return true;
    const members = objectIn(text);
    return Object.entries(source.json).every(([key, value]) => typeof value !== 'boolean' || members[key] === value);
  });
}

/** Returns a worker's name for the operation; its own name where no task has one for it. */
export function operationName(operation: OperationName): string {
  return textAt(calledWords().operations, operation) ?? operation;
}
