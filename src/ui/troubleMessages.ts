import { catalogue } from './language.ts';

/** The English sentence was written where it happened, and is kept in logs and exports. */
const asWritten = (english: string): string => english;

/** Why a call has no answer, by the code of its trouble. */
export const troubleWords = catalogue('trouble', {
  'key-refused': asWritten,
  rejected: asWritten,
  'not-forwarded': asWritten,
  'in-progress': asWritten,
  'outcome-unknown': asWritten,
  'key-expired': asWritten,
  'key-reuse': asWritten,
  'no-reply': asWritten,
  'timed-out': asWritten,
  'cut-off': asWritten,
  'too-large': asWritten,
  redirected: asWritten,
  status: asWritten,
  'not-xml': asWritten,
  malformed: asWritten,
  foreign: asWritten,
  'owner-gone': asWritten,
});

/** The sentence of a trouble in the language that is spoken; one that no catalogue knows stays as it was written. */
export function whyOf({ code, reason }: { readonly code: string; readonly reason: string }): string {
  const known = Object.hasOwn(troubleWords, code) ? troubleWords[code as keyof typeof troubleWords] : asWritten;
  return known(reason);
}
