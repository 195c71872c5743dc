import { catalogue } from './language.ts';

/** The English sentence was written where the thing went wrong, and is kept in logs and exports. */
const asWritten = (_about: string, english: string): string => english;

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
  },
  named: (field: string, expected: string) => `${field}: ${expected}`,
  userNeeded: 'enter the user id that the service knows you by.',
  keyNeeded: 'enter the access key of the service.',
  /** By the code of an InvalidParameter. @param about - what was entered, or the operation. */
  invalid: {
    'int-needed': asWritten,
    'no-int': asWritten,
    'int-range': asWritten,
    'number-needed': asWritten,
    exponent: asWritten,
    grouped: asWritten,
    'no-number': asWritten,
    'too-exact': asWritten,
    'half-character': asWritten,
    unknown: asWritten,
    missing: asWritten,
  },
});
