import { plainName } from '#site/answer/plainName.ts';
import { InvalidParameter, OperationOff } from '#contract/errors.ts';
import { StorageClosed, StorageNewer } from '#outbox/store/database.ts';
import { NeedsDecision } from '#outbox/store/store.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { textAt } from '#i18n/textAt.ts';
import { decidingWords } from '#i18n/words/deciding.ts';
import { enteredWords } from '#i18n/words/entered.ts';
import { errorWords } from '#i18n/words/error.ts';
import { invalidWords } from '#i18n/words/invalid.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

/** One sentence for the operator about an error, whatever it is, in the language that is spoken. */
export function explain(error: unknown): string {
  if (error instanceof InvalidParameter)
    return errorWords().named({ field: nameOfMember(error.parameter), expected: expectedOf(error) });
  if (error instanceof OperationOff) return taskScreenWords().operationOff;
  if (error instanceof StorageNewer) return errorWords().newer;
  if (error instanceof StorageClosed) return errorWords().closed;
  if (error instanceof NeedsDecision) return decidingWords().decideFirst({ seq: error.seq });
  if (error instanceof IllegalStep) return errorWords().moved;
  if (!(error instanceof Error)) return errorWords().unableAtAll;
  if (error.name === 'QuotaExceededError') return errorWords().full;
  return error.message === '' ? errorWords().unableAtAll : errorWords().unable({ why: error.message });
}

/** Returns what a person calls a parameter, or a member of an answer. */
export function nameOfMember(name: string): string {
  return textAt(enteredWords(), name) ?? plainName(name);
}

/** Says what was expected of a value, without the name of its field: for where it stands under the field. */
export function expectedOf({ code, about, expected }: InvalidParameter): string {
  return (code && invalidWords()[code]?.({ about, english: expected })) ?? expected;
}

/** Tells whether nothing can be saved any more until the storage is opened again. */
export function isStorageGone(error: unknown): boolean {
  return error instanceof StorageClosed || error instanceof StorageNewer;
}
