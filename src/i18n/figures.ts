import { language } from './language.ts';

const tags = { en: 'en-GB', zh: 'zh-Hans-CN', ru: 'ru-RU' } as const;

/** The locale by which numbers and times are shown; English ones as this device's own English writes them. */
function localeTag(): string {
  const spoken = language();
  const device = globalThis.navigator?.language;
  return device?.split('-')[0] === spoken ? device : tags[spoken];
}

/** A number to be read, never one to be sent: `12,345` in English. */
export function shownNumber(value: number, how?: Intl.NumberFormatOptions): string {
  // The queue's counts are on the first screen, and the first use of the browser's own tables takes it 30 ms and more.
  if (how === undefined && Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  return value.toLocaleString(localeTag(), how);
}

/** A moment to be read. @param at - Unix ms */
export function shownTime(at: number, how: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString(localeTag(), how);
}

/** Which form of a counted word the language uses: `one` and `other` in English, `one`, `few`, `many` in Russian. */
export function pluralOf(value: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(localeTag()).select(value);
}
