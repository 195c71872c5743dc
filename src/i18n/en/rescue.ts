import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

const calls = (many: number): string => count(many, 'call', 'calls');

/** The English sentence was written where the thing went wrong. */
const asWritten = (english: string): string => english;

/** Export and hand-over. Apart from the other messages, as nobody needs them to start. */
export const rescueWords = catalogue('rescue', {
  export: 'Export',
  exportHint: 'Every call and every try on this handheld, for the office. The access key is not in it.',
  kinds: { json: 'All (JSON)', calls: 'Calls (CSV)', tries: 'Tries (CSV)' },
  exporting: 'Collecting…',
  exported: (name: string) => `${name} was saved to the downloads.`,
  saveFile: 'Save the file',
  share: 'Share',
  notShared: 'It could not be shared. Save the file instead.',

  handOver: 'Hand over',
  handOverHint: 'When this handheld fails or its shift ends, another one sends its calls.',
  nothingOpen: 'No call is open here: there is nothing to hand over.',
  handOverButton: (open: number) => `Hand over ${calls(open)}`,
  handOverTitle: (open: number) => `Hand over ${calls(open)}?`,
  handOverAsk:
    'This handheld stops sending them. The other one takes them over, by a file or by codes on this screen, and sends them.',
  handOverYes: 'Hand over',
  no: 'No, leave it',
  sending: (sending: number) =>
    `${calls(sending)} ${sending === 1 ? 'is' : 'are'} being sent now. Wait a moment, or hold sending, and try again.`,

  takeOver: 'Take over',
  takeOverHint: 'Calls of another handheld, by its file or by the codes on its screen.',
  takeOverButton: 'Take over from another',

  handedOver: 'Handed over',
  handedOverHint: 'This handheld does not send these.',
  entry: (many: number, id: string) => `${calls(many)} · ${id}`,
  by: (operator: string, at: string) => `by ${operator}, ${at}`,
  showAgain: 'Show again',
  takeBack: 'Take back',
  takeBackTitle: (many: number) => `Take back ${calls(many)}?`,
  takeBackAsk:
    'Only if the other handheld did not take them over. If it did, both send them: the gateway lets each call through once, but what a person decided there is not known here.',
  takeBackYes: 'Take back',

  handOverName: (id: string) => `Hand-over ${id}`,
  given: 'On the other handheld: Queue, Export or hand over, Take over. Then give it the file or show it the codes.',
  gone: 'Nothing is handed over here by that name. It may have been taken back.',
  file: 'By file',
  fileHint: 'Send it or copy it to the other handheld, and open it there.',

  codes: 'By codes',
  codesHint: (many: number) => `${count(many, 'code', 'codes')}, one after the other, for the other handheld to scan.`,
  tooMany: 'These are too many calls for codes: use the file.',
  showCodes: 'Show the codes',
  hideCodes: 'Stop showing',
  place: (number: number, many: number) => `${number} of ${many}`,
  previous: 'Previous',
  pause: 'Pause',
  play: 'Go on',
  next: 'Next',

  read: (done: number, many: number, missing: readonly number[]) =>
    `${done} of ${many} codes read. ${missing.length <= 8 ? `Missing: ${missing.join(', ')}.` : ''}`.trim(),
  readAgain: (number: number, done: number, many: number) =>
    `Code ${number} was read already. ${done} of ${many} read.`,
  brokenCode: 'That code was not read whole. Scan it again.',
  noCode: 'That is no code of a hand-over. Scan the codes on the other screen.',
  otherCodes: 'That code is of another hand-over.',
  startAnew: 'Start anew with it',
  takePrompt: 'Scan the codes of the other screen',
  chooseFile: 'Choose the file',
  taking: 'Taking over…',
  taken: (added: number, returned: number, known: number) =>
    [
      added > 0 ? `${calls(added)} taken over.` : '',
      returned > 0 ? `${calls(returned)} came back.` : '',
      known > 0 ? `${calls(known)} ${known === 1 ? 'was' : 'were'} here already.` : '',
      added + returned === 0 ? 'Nothing was added.' : '',
    ]
      .filter((part) => part !== '')
      .join(' '),
  /** By the code of an UnreadableQueue. */
  unreadable: {
    export: asWritten,
    'no-queue': asWritten,
    version: asWritten,
    damaged: asWritten,
    'cut-off': asWritten,
    broken: asWritten,
    codes: asWritten,
    'old-browser': asWritten,
  },
  toQueue: 'Go to the queue',
});
