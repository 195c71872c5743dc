import { textAt } from './textAt.ts';
import { words } from '#i18n/words.ts';

/** Says a trouble in a worker's words; one that no catalogue knows stays as it was written. */
export function whyOf({ code, reason }: { readonly code: string; readonly reason: string }): string {
  return textAt(words('trouble'), code) ?? reason;
}
