import { catalogue } from './language.ts';
import { count } from './words.ts';

/** What stands under the header until it is read. */
export const noticesWords = catalogue('notices', {
  lost: 'The storage of this handheld was emptied.',
  lostCalls: (open: number, seq: number, at: string) =>
    open === 0
      ? `Every call up to #${seq} (${at}) had its answer; only their history is gone.`
      : `Up to ${count(open, 'saved call', 'saved calls')} without an answer (the last was #${seq}, ${at}) may be gone. Check by hand what they were for.`,
  unheard: (calls: number) =>
    calls === 1
      ? 'Saved, and not confirmed to you: Scanline ended before the signal.'
      : `${calls} calls are saved, and not confirmed to you: Scanline ended before the signal. The first:`,
  full: 'The storage of this handheld is full, or nearly so: free some space.',
  export: 'Export what is saved',
  read: 'Read',
});
