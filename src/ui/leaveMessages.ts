import { catalogue } from './language.ts';

/** A task that is left before it is finished. */
export const leaveWords = catalogue('leave', {
  title: (text: string) => `${text} is not finished`,
  hint: 'What was scanned or entered stays kept.',
  leave: 'Leave',
  stay: 'Stay here',
});
