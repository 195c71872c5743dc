import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

/** Codes that are collected, and taken together. */
export const batchWords = catalogue('batch', {
  title: (codes: number) => `${count(codes, 'code', 'codes')} collected`,
  aim: 'Red line across each code.',
  again: (text: string) => `${text} is collected already.`,
  held: (text: string, noun: string) => `${text} is the ${noun} already.`,
  take: (codes: number) => `Take ${count(codes, 'code', 'codes')}`,
  remove: 'Remove',
  taking: 'being taken',
  show: 'Show them',
  between: 'Another scan came in between. Look at the list again.',
});

/** Scans that were not taken: only the part of the app that lists them holds it. */
export const notTakenWords = catalogue('notTaken', {
  title: (many: number) => `${count(many, 'scan', 'scans')} not taken`,
  titleCalls: (many: number) => `${count(many, 'entry', 'entries')} not taken or not saved`,
  more: (many: number) => `and ${count(many, 'older one', 'older ones')}`,
  moreAtLeast: (many: number) => `and ${many} older ones or more: those before them are not kept`,
  remove: 'Remove',
});
