import { catalogue } from '#i18n/language.ts';

/** What is wrong with a value. In English it is said by the error itself, as it stands in logs and exports. */
type Invalid =
  | 'int-needed'
  | 'no-int'
  | 'int-range'
  | 'number-needed'
  | 'exponent'
  | 'grouped'
  | 'no-number'
  | 'too-exact'
  | 'half-character'
  | 'unknown'
  | 'missing'
  | 'user-needed'
  | 'unknown-user'
  | 'key-needed';

const invalid: Readonly<Partial<Record<Invalid, (about: string) => string>>> = {};

/** What went wrong, and what stops the queue. */
export const errorWords = catalogue('error', {
  newer: 'A newer Scanline is open on this handheld: close this one and start it again.',
  closed: 'The storage of this handheld does not answer: close Scanline and start it again.',
  moved: 'This call has moved on meanwhile: look at it again.',
  full: 'The storage of this handheld is full: free some space, then save it again.',
  unable: (why: string) => `Scanline could not do that${why === '' ? '.' : `: ${why}`}`,
  pauses: {
    'on-hold': 'Sending is on hold.',
    'no-key': 'There is no access key yet: enter it in Settings.',
    'key-refused': 'The service refused the access key: enter a new one in Settings.',
    'gateway-key-refused': 'The service refuses the gateway’s key: tell IT. Scan on, all is kept.',
    'not-enrolled': 'This handheld is not enrolled: ask your supervisor for a set-up code.',
  },
  named: (field: string, expected: string) => `${field}: ${expected}`,
  /** By the code of an InvalidParameter. @param about - what was entered, or the operation. */
  invalid,
});

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
