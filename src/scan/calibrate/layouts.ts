import { earlierTestText, testCode } from './testCode.ts';

/** A keyboard by its layout; `wide`: an input method in full-width mode. */
export type Layout =
  | 'us'
  | 'gb'
  | 'fr'
  | 'be'
  | 'de'
  | 'ch'
  | 'iberian'
  | 'nordic'
  | 'nordicOrIberian'
  | 'canadian'
  | 'ru'
  | 'ua'
  | 'gr'
  | 'cz'
  | 'tr'
  | 'hu'
  | 'br'
  | 'wide';

/** A way in which a scanner's keys or its handheld's keyboard alter the letters of a code. */
export type Alteration =
  | { readonly kind: 'case'; readonly as: 'upper' | 'lower' | 'swapped' }
  /** The scanner presses the keys of `scanner`, and the handheld reads them as `handheld`. */
  | { readonly kind: 'layout'; readonly scanner: Layout; readonly handheld: Layout };

/** The sign of the test code stands so many characters before its end; an earlier test code has none. */
const AFTER_SIGN = 2;

/**
 * The text that the keys of the test code come to where one layout reads the keys of another: a scanner set to English on a
 * handheld that is not, and the other way round. `signs`: each that may stand for `#`; where it needs AltGr nothing
 * arrives for it. None of these keys is a dead one in these layouts. Sources: xkeyboard-config, Windows layouts.
 */
const layouts: readonly (readonly [text: string, signs: string, scanner: Layout, handheld: Layout])[] = [
  ['Scqn)Lqwy!àè', '3', 'us', 'fr'],
  ['Scqn)Lqwy=àè', '3', 'us', 'be'],
  ['ScanßLayz-07', '§', 'us', 'de'],
  ["Scan'Layz-07", '*', 'us', 'ch'],
  ["Scan'Lazy-07", '·#£', 'us', 'iberian'],
  ['Scan+Lazy-07', '#', 'us', 'nordic'],
  ['Scan-Lazyé07', '/', 'us', 'canadian'],
  ['Ысфт-Дфян.07', '№', 'us', 'ru'],
  ['Ісфт-Дфян.07', '№', 'us', 'ua'],
  ['Σψαν-Λαζυ/07', '#', 'us', 'gr'],
  ['Scan=Layz-éý', '3', 'us', 'cz'],
  ['Scan=Lazy-éý', '3', 'us', 'cz'], // its QWERTY
  ['Scan*Lazy.07', '^', 'us', 'tr'],
  ['ScanüLayz-ö7', '+', 'us', 'hu'],
  ['Scan-Lazy;07', '#', 'us', 'br'],
  ['Scan-Lazy/07', '£', 'us', 'gb'],
  ['Ｓｃａｎ－Ｌａｚｙ／０７', '＃', 'us', 'wide'],
  ['Scqn6Lqwy>)&', '', 'fr', 'us'],
  ['Scan/Layz&07', '\\', 'de', 'us'],
  ['Scan/Lazy&07', '#', 'nordicOrIberian', 'us'],
  ['Scan/Layz{)&', '', 'cz', 'us'],
  ['Scan/Lazy{)&', '', 'cz', 'us'],
  ['Scan=Lazy&07', '', 'tr', 'us'],
  ['Scan/Layz^`7', '', 'hu', 'us'],
  ['Scan-Lazy07', '#', 'br', 'us'], // its key for / is one that an English keyboard has not (IntlRo)
  ['Scan-Lazy/07', '\\', 'gb', 'us'],
];

/** The test code's own texts, the earlier one's too, and what each alteration makes of them. */
export const testTexts: readonly (readonly [text: string, alteration: Alteration | undefined])[] = [
  [testCode.text, undefined],
  [earlierTestText, undefined],
  ...[testCode.text, earlierTestText].flatMap((text) => [
    [text.toUpperCase(), { kind: 'case', as: 'upper' }] as const,
    [text.toLowerCase(), { kind: 'case', as: 'lower' }] as const,
    [swapped(text), { kind: 'case', as: 'swapped' }] as const,
  ]),
  ...layouts.flatMap(([text, signs, scanner, handheld]) =>
    [...Array.from(signs, (sign) => withSign(text, sign)), text]
      .filter((arrived) => arrived !== earlierTestText) // without its sign the UK's cannot be told
      .flatMap((arrived) => [
        [arrived, { kind: 'layout', scanner, handheld }] as const,
        [arrived.toUpperCase(), { kind: 'layout', scanner, handheld }] as const, // Caps Lock beside it
      ]),
  ),
];

function withSign(text: string, sign: string): string {
  return text.slice(0, -AFTER_SIGN) + sign + text.slice(-AFTER_SIGN);
}

function swapped(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('');
}
