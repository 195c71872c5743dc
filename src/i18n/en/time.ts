import { catalogue } from '#i18n/language.ts';
import { shownTime } from '#i18n/figures.ts';

/** How long ago, and when. */
export const timeWords = catalogue('time', {
  /** How long ago, from milliseconds. */
  ago: (ms: number): string => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return 'just now';
    if (minutes < 60) return `${minutes} min ago`;
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
  },
  /** Day and time of a Unix ms. */
  at: (at: number): string => shownTime(at, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
});
