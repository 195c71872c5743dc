import type { Scan, ScanNotice } from './scan.ts';

/** The GS1 element separator, ASCII 29: what FNC1 inside a code becomes. */
export const GS = '\u001d';

/** Blanks and control characters at either end. GS is not among them: it may be data. */
const OUTSIDE = /^[\s\u0000-\u001c\u001e\u001f\u007f]+|[\s\u0000-\u001c\u001e\u001f\u007f]+$/gu;
/** An ending that a scanner types as text. */
export const LITERAL_ENDING = /(?:\\[rn])+$/u;
const TYPED_GS = /<GS>|\{GS\}/gu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu;

/** Symbology identifiers: `]`, a letter, a modifier. Source: ISO/IEC 15424, GS1 General Specifications 5.1.2. */
const IDENTIFIER = /^\]([A-Za-z])([0-9A-Za-z])/u;
const symbologies: Readonly<Record<string, string>> = {
  A: 'Code39',
  C: 'Code128',
  d: 'DataMatrix',
  E: 'EAN13',
  e: 'GS1DataBar',
  F: 'Codabar',
  G: 'Code93',
  H: 'Code11',
  I: 'ITF',
  L: 'PDF417',
  M: 'MSI',
  Q: 'QRCode',
  z: 'Aztec',
};
const variants: Readonly<Record<string, string>> = { C1: 'GS1-128', d2: 'GS1DataMatrix', Q3: 'GS1QRCode', E4: 'EAN8' };

/** A code without what scanners put around it. */
export interface Code {
  readonly text: string;
  readonly symbology?: string;
  readonly notice?: ScanNotice;
}

/**
 * Takes off what scanners put around a code: ending, prefix, symbology identifier, outer blanks and control
 * characters. `<GS>` and `{GS}` become the separator itself. Nothing else inside the code is changed.
 *
 * @param prefix - what the scanner is set to type before each code; taken off once.
 * @param suffix - what it types after each; taken off once.
 * @returns `undefined` when nothing is left.
 */
export function normalise(raw: string, prefix = '', suffix = ''): Code | undefined {
  const whole = trim(raw);
  const ending = LITERAL_ENDING.exec(whole)?.[0];
  const { text: body, symbology } = identify(
    trim(ending === undefined ? whole : whole.slice(0, -ending.length)),
    prefix,
  );
  const own = suffix !== '' && body.endsWith(suffix) ? body.slice(0, -suffix.length) : body;
  const text = trim(own.replace(TYPED_GS, GS));
  if (text.replaceAll(GS, '') === '') return undefined;
  const notice: ScanNotice | undefined = ending === undefined ? invisibleIn(text) : { kind: 'literal-ending', ending };
  return { text, ...(symbology !== undefined && { symbology }), ...(notice && { notice }) };
}

/** A scan from what a person typed into a text field, cleaned as a scanner's text is; `undefined` for a blank field. */
export function typedScan(value: string, at: number): Scan | undefined {
  const code = normalise(value);
  return code && { ...code, source: 'typed', at };
}

function trim(text: string): string {
  return text.replace(OUTSIDE, '');
}

/** The prefix may come before or after the identifier; it is taken off once. */
function identify(text: string, prefix: string): { text: string; symbology?: string } {
  const inner = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
  const start = inner ?? text;
  const match = IDENTIFIER.exec(start);
  const symbology = match && (variants[`${match[1]}${match[2]}`] ?? symbologies[match[1] ?? '']);
  if (!match || symbology === undefined || symbology === null) return { text: start };
  const rest = start.slice(match[0].length);
  const bare = inner === undefined && prefix !== '' && rest.startsWith(prefix) ? rest.slice(prefix.length) : rest;
  return { text: bare, symbology };
}

function invisibleIn(text: string): ScanNotice | undefined {
  const found = (text.match(INVISIBLE) ?? []).filter((character) => character !== GS);
  if (found.length === 0) return undefined;
  return { kind: 'invisible', codePoints: found.map((character) => character.codePointAt(0) ?? 0) };
}
