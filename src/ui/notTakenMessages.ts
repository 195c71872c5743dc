import { catalogue } from './language.ts';
import { count } from './words.ts';

/** Scans that were not taken: only the part of the app that lists them holds it. */
export const notTakenWords = catalogue('notTaken', {
  title: (many: number) => `${count(many, 'scan', 'scans')} not taken`,
  titleCalls: (many: number) => `${count(many, 'entry', 'entries')} not taken or not saved`,
  more: (many: number) => `and ${count(many, 'older one', 'older ones')}`,
  moreAtLeast: (many: number) => `and ${many} older ones or more: those before them are not kept`,
  remove: 'Remove',
});
