import { catalogue } from '#i18n/language.ts';

/** Where a call stands, on every screen that lists calls. */
export const stateWords = catalogue('state', {
  states: {
    waiting: 'waiting',
    asking: 'print now?',
    sending: 'sending',
    unconfirmed: 'unconfirmed',
    held: 'held',
    cancelled: 'cancelled',
    discarded: 'discarded',
    'handed-over': 'handed over',
  },
  verdicts: {
    accepted: 'answered: accepted',
    refused: 'answered: refused',
    unclassified: 'answered: unclassified',
    'key-refused': 'answered: key refused',
    'by-person': 'marked as done by hand',
    'by-rule': 'done, by the rule of this site',
  },
});
