import { InvalidParameter, OperationOff } from '#contract/errors.ts';
import { StorageClosed, StorageNewer } from '#outbox/store/database.ts';
import { IllegalStep } from '#outbox/state/illegalStep.ts';
import { errorWords as words } from '#i18n/en/error.ts';
import { tasksWords } from '#i18n/en/task.ts';

/** One sentence for the operator about an error, whatever it is, in the language that is spoken. */
export function explain(error: unknown): string {
  if (error instanceof InvalidParameter) return words.named(error.parameter, expectedOf(error));
  if (error instanceof OperationOff) return tasksWords.operationOff(error.operation);
  if (error instanceof StorageNewer) return words.newer;
  if (error instanceof StorageClosed) return words.closed;
  if (error instanceof IllegalStep) return words.moved;
  if (!(error instanceof Error)) return words.unable('');
  return error.name === 'QuotaExceededError' ? words.full : words.unable(error.message);
}

/** What was expected of a value, without the name of its field: for where it stands under the field. */
export function expectedOf({ code, about, expected }: InvalidParameter): string {
  return (code && words.invalid[code]?.(about)) ?? expected;
}

/** Whether nothing can be saved any more until the storage is opened again. */
export function isStorageGone(error: unknown): boolean {
  return error instanceof StorageClosed || error instanceof StorageNewer;
}
