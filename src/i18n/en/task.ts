import { catalogue } from '#i18n/language.ts';
import { shownNumber } from '#i18n/figures.ts';
import { capital, count } from '#i18n/words.ts';

/** By the wire name of the parameter. */
const codeNouns: Readonly<Record<string, string>> = {
  deliveryCode: 'delivery',
  storeCode: 'shelf',
  bagCode: 'bag',
  batchCode: 'batch',
};

/** The task screens and what the runs of the tasks say. */
export const tasksWords = catalogue('tasks', {
  operationOff: (name: string) => `${name} is switched off at this site.`,
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
  codeNouns,
  /** @param other - what it looks like instead. */
  unfit: (noun: string, example: string, other?: string) =>
    `This ${other === undefined ? 'does not look' : 'looks'} like a ${other ?? noun}. A ${noun} such as ${example} is expected.`,
  tooLong: (noun: string, length: number, most: number) =>
    `This has ${shownNumber(length)} characters. A ${noun} has ${most} at most.`,
  notTaken: 'Not taken',
  typedOff: (text: string, noun: string) => `${text} was not scanned. Here the ${noun} has to be scanned.`,
  anyway: 'Use it anyway',
  whatItIs: 'What it is',
  blank: 'That was an empty scan. Scan again.',
  scanField: 'Scan field',
  ready: 'Ready',
  notReady: 'Not ready: tap here',
  scanAgain: 'Scan it again',
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
  leftQuestion: 'Not saved: a question about it was left',
  leftTwice: 'Not saved a second time: it is in the queue already',
  stillKept: (kept: string, text: string) => `Still ${kept}? ${text} waits for your word.`,
  stillYes: (kept: string) => `Yes, still ${kept}`,
  letGo: (noun: string) => `No: let the ${noun} go`,
  saveAgain: 'Save again',
  leaveIt: 'Do not use it',
  doNotSave: 'Do not save it',
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
});
