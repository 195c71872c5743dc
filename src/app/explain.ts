import { InvalidParameter, OperationOff } from '#contract/errors.ts';
import { StorageClosed, StorageNewer } from '#outbox/database.ts';
import { IllegalStep } from '#outbox/transition.ts';
import { tasksWords } from '#ui/taskMessages.ts';

/** One sentence for the operator about an error, whatever it is. */
export function explain(error: unknown): string {
  if (error instanceof InvalidParameter) return error.message;
  if (error instanceof OperationOff) return tasksWords.operationOff(error.operation);
  if (error instanceof StorageNewer)
    return 'A newer Scanline is open on this handheld: close this one and start it again.';
  if (error instanceof StorageClosed)
    return 'The storage of this handheld does not answer: close Scanline and start it again.';
  if (error instanceof IllegalStep) return 'This call has moved on meanwhile: look at it again.';
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError')
    return 'The storage of this handheld is full: free some space, then save it again.';
  if (error instanceof Error && error.message !== '') return `Scanline could not do that: ${error.message}`;
  return 'Scanline could not do that.';
}

/** Whether nothing can be saved any more until the storage is opened again. */
export function isStorageGone(error: unknown): boolean {
  return error instanceof StorageClosed || error instanceof StorageNewer;
}

/** Sentences for what stops the queue. */
export const pauseSentences = {
  'on-hold': 'Sending is on hold.',
  'no-key': 'There is no access key yet: enter it in Settings.',
  'key-refused': 'The service refused the access key: enter a new one in Settings.',
} as const;
