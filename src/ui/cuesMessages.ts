import { catalogue } from './language.ts';

/** The signals, one by one, in the settings. */
export const cuesWords = catalogue('cues', {
  each: 'Each signal',
  eachHint: 'One that is off makes no sound and does not vibrate. The screen shows it all the same.',
  names: {
    step: 'Scanned',
    saved: 'Saved',
    repeat: 'Duplicate',
    wrong: 'Not taken, not saved',
    accepted: 'Accepted',
    refused: 'Refused',
    unclassified: 'Answered, not classified',
    queue: 'A call of before needs you',
  },
  play: 'Try',
  playThe: (name: string) => `Try: ${name}`,
});
