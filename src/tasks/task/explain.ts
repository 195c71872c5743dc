import { plainName } from '#site/answer/plainName.ts';
import { InvalidParameter, OperationOff } from '#contract/errors.ts';
import { StorageClosed, StorageNewer } from '#outbox/store/database.ts';
import { NeedsDecision } from '#outbox/store/store.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { textAt } from '#i18n/textAt.ts';
import { words } from '#i18n/words.ts';

/** One sentence for the operator about an error, whatever it is, in the language that is spoken. */
export function explain(error: unknown): string {
  if (error instanceof InvalidParameter)
    return words('error').named({ field: nameOfMember(error.parameter), expected: expectedOf(error) });
  if (error instanceof OperationOff) return words('taskScreen').operationOff;
  if (error instanceof StorageNewer) return words('error').newer;
  if (error instanceof StorageClosed) return words('error').closed;
  if (error instanceof NeedsDecision) return words('decision').decideFirst({ seq: error.seq });
  if (error instanceof IllegalStep) return words('error').moved;
  if (!(error instanceof Error)) return words('error').unableAtAll;
  if (error.name === 'QuotaExceededError') return words('error').full;
  return error.message === '' ? words('error').unableAtAll : words('error').unable({ why: error.message });
}

/** Returns what a person calls a parameter, or a member of an answer. */
export function nameOfMember(name: string): string {
  return textAt(words('entered'), name) ?? plainName(name);
}

/** Says what was expected of a value, without the name of its field: for where it stands under the field. */
export function expectedOf({ code, about, expected }: InvalidParameter): string {
  return (code && words('invalid')[code]?.({ about, english: expected })) ?? expected;
}

/** Tells whether nothing can be saved any more until the storage is opened again. */
export function isStorageGone(error: unknown): boolean {
  return error instanceof StorageClosed || error instanceof StorageNewer;
}
