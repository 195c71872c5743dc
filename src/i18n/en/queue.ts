import { catalogue } from '#i18n/language.ts';
import { shownNumber } from '#i18n/figures.ts';

/** The queue. */
export const queueWords = catalogue('queue', {
  title: 'Queue',
  empty: 'Nothing waits here.',
  sections: {
    unconfirmed: 'Nobody knows',
    held: 'Held for you',
    waiting: 'Will be sent',
    answered: 'Answered',
    'handed-over': 'Handed over',
    given: 'Cancelled and discarded',
  },
  hints: {
    unconfirmed: 'Sent, and the answer was lost. Look, then decide.',
    held: 'Refused before it ran. Correct it, or give it up.',
  },
  more: (left: number) => `Show more (${shownNumber(left)} left)`,
  rescue: 'Export or hand over',
  sendNow: 'Send now',
  hold: 'Hold sending',
  holdHint: 'While it is on, calls are saved and none is sent.',
  away: 'The gateway cannot be reached. Scanline tries again by itself.',
  notPersisted:
    'The browser may clear this handheld when space is short. Install Scanline to the home screen to keep it.',
});
