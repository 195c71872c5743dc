import { catalogue } from './language.ts';

/** The bag task. */
export const bagWords = catalogue('bag', {
  noun: 'bag',
  title: 'Bag',
  hint: 'Look at a bag, weigh it, complete it, open it again',
  scanned: (text: string) => `Bag ${text}.`,
  completed: (code: string, weight: string) => `complete ${code} at ${weight}, to be sent`,
  reopened: (code: string) => `reopen ${code}, to be sent`,
  notAsked: (code: string, why: string) => `The service could not be asked about ${code}. ${why}`.trim(),
  otherBag: (next: string, code: string) => `${next} was scanned, and the weight of ${code} is not saved yet.`,
  takeOther: (code: string) => `Leave it, take ${code}`,
  stay: (code: string) => `Stay with ${code}`,
  weight: 'Weight',
  weightSent: (text: string) => `= ${text} will be sent`,
  weightHint: 'As the scale shows it. A comma is taken for a point.',
  weightNotPositive: 'Weight: more than zero is needed.',
  line: 'Transfer line number',
  lineFound: 'From the answer of the service.',
  lineHint: 'The service did not name it: enter it.',
  complete: 'Complete bag',
  reopen: 'Reopen bag',
  reopenHint: 'For a bag that was completed too early.',
  otherCode: 'Another bag',
});
