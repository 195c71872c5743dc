import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

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

/** A task that is left before it is finished. */
export const leaveWords = catalogue('leave', {
  title: (text: string) => `${text} is not finished`,
  hint: 'What was scanned or entered stays kept.',
  leave: 'Leave',
  stay: 'Stay here',
});

/** Above the codes that came while the page had not listened yet. Apart from the other messages: few ever see it. */
export const cutOffWords = catalogue('cutOff', {
  lead: (codes: number) =>
    codes > 1
      ? 'Nothing is taken, as the first of these may be cut off. Scan them again:'
      : 'Scanned while Scanline was starting; it may be cut off. Scan it again:',
});
