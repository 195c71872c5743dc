import { catalogue } from './language.ts';
import { count } from './words.ts';

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
