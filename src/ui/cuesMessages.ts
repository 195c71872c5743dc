import { catalogue } from './language.ts';

/** The signals, one by one, in the settings. */
export const cuesWords = catalogue('cues', {
  each: 'Each signal',
  eachHint:
    'A tap on its picture plays it. One that is off makes no sound and does not vibrate; the screen shows it all the same.',
  names: {
    step: 'Scanned',
    saved: 'Saved',
    repeat: 'Duplicate',
    wrong: 'Not taken, not saved',
    accepted: 'Accepted',
    refused: 'Refused',
    unclassified: 'Answered, not classified',
    queue: 'An earlier call needs you',
  },
  playThe: (name: string) => `Try: ${name}`,
});
