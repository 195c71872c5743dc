import type { OperationName } from '#contract/catalogue.ts';
import { calledWords } from '#i18n/en/called.ts';

/** What a worker calls the operation; its own name where no task has one for it. */
export function labelOf(operation: OperationName): string {
  return calledWords.operations[operation] ?? operation;
}
