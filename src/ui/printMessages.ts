import { catalogue } from './language.ts';
import { count } from './words.ts';

/** Labels: asking for one, printing it here, printing it again. */
export const printWords = catalogue('print', {
  order: 'order',
  company: 'Company',
  companyNeeded: 'A company is needed.',
  print: 'Print',
  saved: (code: string) => `Asked for the label of ${code}`,
  another: 'Ask the service for another copy',
  copyTitle: (copy: number) => `Copy ${copy}?`,
  copyAsk: (many: number) =>
    `This handheld has asked for ${count(many, 'label', 'labels')} of this code already. Another one is a second label on paper.`,
  copyYes: (copy: number) => `Print copy ${copy}`,
  copyNo: 'No, leave it',
  copyAsked: (code: string, copy: number) => `${code}: is copy ${copy} wanted?`,
  lastHere: 'The last label is kept here: showing it or printing it from here asks nobody for a new one.',
  asking: (many: number) => `${count(many, 'label waits', 'labels wait')} for you.`,
  askingHint: 'No label was printed. None is printed by itself.',
  printNow: 'Print now',
  printAllNow: (many: number) => `Print ${count(many, 'label', 'labels')} now`,
  cancel: 'Not any more',
  notNow: 'No gateway now: you are asked when it is back.',
  label: 'Label',
  picture: (texts: string) => `Label: ${texts}`,
  leftOut: (commands: string) => `The preview leaves out: ${commands}`,
  printHere: 'Print from this handheld',
  share: 'Share',
  download: 'Save as a file',
  zplText: 'As ZPL',
  testLabel: 'Print a test label',
  testHint: 'Goes through this handheld alone: the service is not asked.',
  noPrint: 'This browser cannot print: share the label with a printer app, or save it as a file.',
  printRefused: 'The browser refused to print: share the label, or save it as a file.',
  noShare: 'This browser gives no labels to other apps: save it as a file.',
  notShared: 'The other app did not take the label: save it as a file.',
  noPdf: 'This browser shows no PDF: share it, or save it as a file.',
});
