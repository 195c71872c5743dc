import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

/** The header. */
export const statusWords = catalogue('status', {
  waiting: 'waiting',
  unconfirmed: 'unconfirmed',
  asking: 'to print',
  held: 'held',
  refused: 'refused',
  gateway: {
    reachable: 'Reachable',
    unreachable: 'Not reachable',
    'cut-off': 'Service not reachable',
    unknown: 'Asking…',
  },
  lastAnswer: (ago: string) => `heard ${ago}`,
  standIn: 'Stand-in: training data',
  away: {
    unreachable: 'No gateway: scans are saved here.',
    'cut-off': 'The gateway cannot pass calls on: scans are saved here.',
  },
  labels: (many: number) => (many === 0 ? '' : `${count(many, 'label is', 'labels are')} not printed.`),
  wait: (calls: number) => (calls === 0 ? '' : `${count(calls, 'call waits', 'calls wait')}.`),
});
