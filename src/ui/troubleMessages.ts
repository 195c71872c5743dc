import { catalogue } from './language.ts';

type Trouble =
  | 'key-refused'
  | 'rejected'
  | 'not-forwarded'
  | 'not-enrolled'
  | 'in-progress'
  | 'outcome-unknown'
  | 'key-expired'
  | 'key-reuse'
  | 'no-reply'
  | 'timed-out'
  | 'cut-off'
  | 'too-large'
  | 'redirected'
  | 'status'
  | 'not-xml'
  | 'malformed'
  | 'foreign'
  | 'owner-gone';
type Sentences = Readonly<Partial<Record<Trouble, (english: string) => string>>>;

/** Why a call has no answer, by the code of its trouble. In English it is said as it was written when it happened. */
export const troubleWords = catalogue<{ readonly why: Sentences }>('trouble', { why: {} });

/** The sentence of a trouble in the language that is spoken; one that no catalogue knows stays as it was written. */
export function whyOf({ code, reason }: { readonly code: string; readonly reason: string }): string {
  const { why } = troubleWords;
  return Object.hasOwn(why, code) ? (why[code as Trouble]?.(reason) ?? reason) : reason;
}
