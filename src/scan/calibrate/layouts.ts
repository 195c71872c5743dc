import { testCode } from './testCode.ts';

/** How a scanner's keys or its handheld's keyboard have altered the letters of a code. */
export type Alteration =
  | { readonly kind: 'case'; readonly as: 'upper' | 'lower' | 'swapped' }
  /** The scanner presses the keys of `scanner`, and the handheld reads them as `handheld`. */
  | { readonly kind: 'layout'; readonly scanner: string; readonly handheld: string };

/** The test code's own texts under each alteration, by the text that then arrives. */
export const alterations: readonly (readonly [text: string, alteration: Alteration])[] = [
  [testCode.text.toUpperCase(), { kind: 'case', as: 'upper' }],
  [testCode.text.toLowerCase(), { kind: 'case', as: 'lower' }],
  [swapped(testCode.text), { kind: 'case', as: 'swapped' }],
  ...layouts().flatMap(([text, alteration]) => [
    [text, alteration] as const,
    [text.toUpperCase(), alteration] as const, // Caps Lock beside it
  ]),
];

/**
 * Which layout reads the keys of an English (US) scanner so, and the other way round: a scanner set to AZERTY or QWERTZ
 * on an English handheld. Each is what the twelve keys of the test code come to.
 */
function layouts(): readonly (readonly [text: string, alteration: Alteration])[] {
  const here = (text: string, handheld: string) =>
    [text, { kind: 'layout', scanner: 'English (US)', handheld }] as const;
  const there = (text: string, scanner: string) =>
    [text, { kind: 'layout', scanner, handheld: 'English (US)' }] as const;
  return [
    here('Scqn)Lqwy!àè', 'French (AZERTY)'),
    here('Scqn)Lqwy=àè', 'Belgian (AZERTY)'),
    here('ScanßLayz-07', 'German (QWERTZ)'),
    here("Scan'Layz-07", 'Swiss (QWERTZ)'),
    here("Scan'Lazy-07", 'Spanish, Portuguese or Italian (QWERTY)'),
    here('Scan+Lazy-07', 'Nordic (QWERTY)'),
    here('Scan-Lazyé07', 'Canadian French (QWERTY)'),
    there('Scqn6Lqwy>)&', 'French (AZERTY)'),
    there('Scan/Layz&07', 'German (QWERTZ)'),
    there('Scan/Lazy&07', 'Nordic, Spanish or Italian (QWERTY)'),
  ];
}

function swapped(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('');
}
