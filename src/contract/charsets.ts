import type { Language } from './languages.ts';

/** The character sets that a code's bytes may be in where the code names none. By the names of the WHATWG Encoding Standard. */
export const charsets = [
  'GB18030',
  'GBK',
  'Big5',
  'Shift_JIS',
  'EUC-JP',
  'EUC-KR',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
] as const;

export type Charset = (typeof charsets)[number];

/** The character set that labels of a language's country are made with, where nobody says another. */
const usual: Readonly<Record<Language, Charset>> = { en: 'windows-1252', zh: 'GB18030', ru: 'windows-1251' };

/** Returns the character set to try where neither code nor site names one. */
export function usualCharset(language: Language): Charset {
  return usual[language];
}
