import { capital, count } from './words.ts';

/** The task screens and what the runs of the tasks say. */
export const tasks = {
  tones: { step: 'Scanned', saved: 'Saved', repeat: 'Check', wrong: 'Stop' },
  scanThe: (noun: string) => `Scan the ${noun}`,
  stepOf: (step: number, steps: number) => `${step} of ${steps}`,
  noun: capital,
  next: (noun: string, text: string, next: string) => `${capital(noun)} ${text}. Now scan the ${next}.`,
  notSaved: (what: string, why: string) => `Not saved: ${what}. ${why}`,
  alreadyScanned: (text: string, noun: string, next: string) => `${text} is the ${noun} already. Scan the ${next}.`,
  alreadyQueued: (what: string, seq: number) => `${what} is in the queue already (#${seq}). Save it again?`,
  scannedTwice: (text: string, next: string) =>
    `${text} was scanned twice; the second one is ignored. Scan the ${next}.`,
  codeNouns: { deliveryCode: 'delivery', storeCode: 'shelf', bagCode: 'bag', batchCode: 'batch' } as Readonly<
    Record<string, string>
  >,
  /** @param other - what it looks like instead. */
  unfit: (noun: string, example: string, other?: string) =>
    `This ${other === undefined ? 'does not look' : 'looks'} like a ${other ?? noun}. A ${noun} such as ${example} is expected.`,
  tooLong: (noun: string, length: number, most: number) =>
    `This has ${length.toLocaleString()} characters. A ${noun} has ${most} at most.`,
  notTaken: 'Not taken',
  anyway: 'Use it anyway',
  whatItIs: 'What it is',
  blank: 'That was an empty scan. Scan again.',
  scanField: 'Scan field',
  ready: 'Ready',
  notReady: 'Not ready: tap here',
  type: 'Type',
  typeThe: (noun: string) => `Type the ${noun}`,
  typeBlank: 'Type the code first.',
  ok: 'OK',
  cancel: 'Cancel',
  back: 'Back',
  camera: 'Camera',
  closeCamera: 'Close camera',
  scannedAgo: (ago: string) => `Scanned ${ago}. If it is not this one, press Back.`,
  outbox: 'Outbox',
  recent: 'Last calls',
  saving: 'saving',
  notSavedWord: 'not saved',
  askingWord: 'in the queue already',
  saveAgain: 'Save again',
  leaveIt: 'Leave it',
  handedOver: (text: string) => `${text} was scanned. What is it?`,
  handedOverAs: (noun: string) => `It is the ${noun}`,
  handedOverAnew: (noun: string) => `Start anew: it is the ${noun}`,
  setUpScanner: 'Set up the scanner',
  notices: {
    'literal-ending': (ending: string) =>
      `The scanner types its ending as text (${ending}). It was taken off; have the scanner's ending set to Enter.`,
    doubled:
      'The scanner delivered this code twice in one. It was taken once; have one of its two outputs switched off.',
    unfinished: (text: string) => `“${text}” came before this code and had no ending. It was left out.`,
    invisible: (many: number) => `The code holds ${count(many, 'character', 'characters')} that cannot be seen.`,
  },
};

export const bag = {
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
};

export const lookUp = {
  asking: 'Asking the service…',
  answer: 'The service says',
  none: 'The service did not answer, and nothing was heard of it before.',
  notFresh: (ago: string) => `Heard ${ago}. The service does not answer now.`,
  fresh: (ago: string) => `Heard ${ago}.`,
  again: 'Ask again',
  noText: 'The service answered with no text.',
  emptyText: 'The service answered with an empty text.',
  asSent: 'As the service sent it',
  yes: 'yes',
  no: 'no',
  nothing: '–',
  entry: (number: number) => String(number),
  many: (entries: number) => count(entries, 'entry', 'entries'),
  rest: (many: number) => `Show ${count(many, 'more line', 'more lines')}`,
};
