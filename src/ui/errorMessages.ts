import { catalogue } from './language.ts';

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
  | 'missing';

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
  userNeeded: 'enter the user id that the service knows you by.',
  keyNeeded: 'enter the access key of the service.',
  /** By the code of an InvalidParameter. @param about - what was entered, or the operation. */
  invalid,
});
