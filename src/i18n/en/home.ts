import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

/** The first screen. */
export const homeWords = catalogue('home', {
  back: 'Home',
  prompt: 'Scan anything, or choose',
  scanned: 'was scanned. What is it for?',
  others: (more: number) => (more === 0 ? '' : `${count(more, 'more code', 'more codes')} after it.`),
  /** Where the site says what codes look like. */
  unknown: 'Unknown code. It is kept until you choose a task for it, or forget it.',
  fits: 'Tasks that it fits',
  more: 'More tasks',
  noTask: 'There is no such task here, or this site has switched it off.',
  chooseTask: 'Choose a task',
  forget: 'Nothing: forget it',
  due: (texts: string) => `Begun: ${texts}`,
  queue: 'Queue',
  queueHint: (open: number) => (open === 0 ? 'Nothing is waiting' : `${count(open, 'call', 'calls')} not answered yet`),
  settings: 'Settings',
});
