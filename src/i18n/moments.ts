import { shownTime } from './figures.ts';

/** Writes day and time to the second. @param at - Unix ms */
export function shownMoment(at: number): string {
  return shownTime(at, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
}

/** Writes day and time to the minute. @param at - Unix ms */
export function shownMinute(at: number): string {
  return shownTime(at, { dateStyle: 'medium', timeStyle: 'short' });
}
