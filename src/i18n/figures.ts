import { language } from './spoken.ts';

/** Returns the locale by which numbers and times are shown: the device's own where it is of the language that is spoken. */
function localeTag(): string {
  const spoken = language();
  const device = globalThis.navigator?.language;
  if (device?.split('-')[0] === spoken) return device;
  return spoken === 'en' ? 'en-GB' : spoken;
}

/** Writes a number to be read, never one to be sent: `12,345` in English. */
export function shownNumber(value: number, how?: Intl.NumberFormatOptions): string {
  // The queue's counts are on the first screen, and the first use of the browser's own tables takes it 30 ms and more.
  if (how === undefined && Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  return value.toLocaleString(localeTag(), how);
}

/** Writes a moment to be read. @param at - Unix ms */
export function shownTime(at: number, how: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString(localeTag(), how);
}
