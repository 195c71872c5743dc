import type { OperationName } from '#contract/catalogue.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { say } from '#tasks/intake/taskFlow.ts';
import type { TaskFacts, TaskState, TaskStep } from './taskState.ts';
import { words } from '#i18n/words.ts';

/** A call that was saved here and not sent was taken back by a person: no slip of a thumb does that unheard. */
export function tookBack(state: TaskState, _facts: TaskFacts, what: string): TaskStep {
  return say(state, 'repeat', words('object').tookBack({ what }));
}

/** Whether a waiting call is this worker's own of this task, and surely never left. */
export function mayBeTakenBack(
  { operation, operator, inDoubt }: Pick<QueuedCall, 'operation' | 'operator' | 'inDoubt'>,
  ofTask: OperationName,
  userId: string,
): boolean {
  return operation === ofTask && operator === userId && !inDoubt;
}
