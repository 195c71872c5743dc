import { catalogue } from './language.ts';
import { shownNumber, shownTime } from './figures.ts';

const when = (at: number): string => shownTime(at, { dateStyle: 'medium', timeStyle: 'short' });

/** The site's configuration, training, and the faults that are ordered there. */
export const siteWords = catalogue('site', {
  title: 'Site configuration',
  version: 'Version',
  noVersion: 'not named',
  taken: 'Taken',
  at: when,
  never: 'not yet: the gateway has not answered',
  refused: (why: string, at: number) => `A newer one does not pass, so this one stays (${when(at)}). ${why}`,
  rollBack: (version: string | undefined, at: number) =>
    `Go back to the one before (${version === undefined ? '' : `version ${version}, `}taken ${when(at)})`,
  goneBack: 'This is not what the gateway says: it was gone back from, and holds until the gateway says another one.',
  warehouse: 'Warehouse',
  training: 'Training',
  trainingOpen: 'Open the training app',
  trainingHint: 'Another app with a made-up warehouse. Nothing done there reaches the real queue.',
  faults: 'Faults for training',
  faultsHint: 'What goes wrong with the next calls here. Only the stand-in is hit.',
  faultKind: 'What goes wrong',
  faultOperation: 'For',
  anyOperation: 'any operation',
  faultTimes: 'How often',
  times: (count: number) => (count === -1 ? 'always' : count === 1 ? 'once' : `${shownNumber(count)} times`),
  addFault: 'Order it',
  clearFaults: 'Clear all',
  noFaults: 'Nothing is ordered.',
  inWait: (kind: string, operation: string, left: string) => `${kind} (${operation}), ${left}`,
  faultsFailed: 'The stand-in could not be reached.',
  kinds: {
    'delay-before': 'No answer in time',
    'drop-after': 'Done, but the answer is lost',
    'html-200': 'A web page in place of an answer',
    'error-500': 'An error of the service',
    'slow-after': 'A slow answer',
    'refuse-503': 'The service is not there',
  },
});
