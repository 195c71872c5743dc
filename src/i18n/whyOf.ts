import { textAt } from './textAt.ts';
import { troubleWords } from './words/trouble.ts';

/** Says a trouble in a worker's words; one that no catalogue knows stays as it was written. */
export function whyOf({ code, reason }: { readonly code: string; readonly reason: string }): string {
  return textAt(troubleWords(), code) ?? reason;
}
