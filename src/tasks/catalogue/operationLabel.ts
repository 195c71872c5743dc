import { textAt } from '#i18n/textAt.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { words } from '#i18n/words.ts';

/** What a worker calls the operation; its own name where no task has one for it. */
export function labelOf(operation: OperationName): string {
  return textAt(words('called').operations, operation) ?? operation;
}
