import type { Scan, ScanNotice } from './scan.ts';

/** The GS1 element separator, ASCII 29: what FNC1 inside a code becomes. */
export const GS = '\u001d';

/** Blanks and control characters, which are taken off at either end. GS is not among them: it may be data. */
const OUTSIDE = /[\s\u0000-\u001c\u001e\u001f\u007f]/u;
/** An ending that a scanner types as text. */
export const LITERAL_ENDING = /(?:\\[rn])+$/u;
/** The separators of GS1 and of ISO/IEC 15434 by name, as scanners type what no key is known for. */
const NAMED = /<(?:GS|RS|EOT|FS)>|\{(?:GS|RS|EOT|FS)\}/gu;
const separators: Readonly<Record<string, string>> = { GS, RS: '\u001e', EOT: '\u0004', FS: '\u001c' };
/** A message of ISO/IEC 15434 has RS and EOT as its own ending: they are part of the code. */
const MESSAGE = /^\[\)>\u001e/u;
const MESSAGE_END = /\u001e\u0004?(?=[\s\u0000-\u001f\u007f]*$)/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu;

/** Symbology identifiers: `]`, a letter, a modifier. Source: ISO/IEC 15424, GS1 General Specifications 5.1.2. */
const IDENTIFIER = /^\]([A-Za-z])([0-9A-Za-z])/u;
const symbologies: Readonly<Record<string, string>> = {
  A: 'Code39',
  B: 'Telepen',
  C: 'Code128',
  c: 'Channel Code',
  D: 'Code One',
  d: 'DataMatrix',
  E: 'EAN13',
  e: 'GS1DataBar',
  F: 'Codabar',
  G: 'Code93',
  H: 'Code11',
  h: 'Han Xin',
  I: 'ITF',
  J: 'DotCode',
  K: 'Code 16K',
  L: 'PDF417',
  M: 'MSI',
  N: 'Anker',
  O: 'Codablock',
  o: 'OCR',
  P: 'Plessey',
  p: 'PosiCode',
  Q: 'QRCode',
  R: '2 of 5',
  S: '2 of 5',
  s: 'SuperCode',
  T: 'Code 49',
  U: 'MaxiCode',
  z: 'Aztec',
};
/** `]X`: the scanner knows the type and AIM has no letter for it. */
const UNNAMED = 'X';
const variants: Readonly<Record<string, string>> = { C1: 'GS1-128', d2: 'GS1DataMatrix', Q3: 'GS1QRCode', E4: 'EAN8' };

/** A UPC-A as `]E0` gives it, with the 0 that makes an EAN-13 of it: nobody else says more than is printed. Source: ISO/IEC 15424, table B.1. */
const UPC_A = /^0\d{12}$/;

/** A code without what scanners put around it. */
export interface BareCode {
  readonly text: string;
  readonly symbology?: string;
  readonly notice?: ScanNotice;
}

/**
 * Takes off what scanners put around a code: ending, prefix, symbology identifier, outer blanks and control
 * characters. `<GS>`, `{GS}` and the like become the separators themselves. Nothing else inside the code is changed.
 *
 * @param prefix - what the scanner is set to type before each code; taken off once.
 * @param suffix - what it types after each; taken off once.
 * @returns `undefined` when nothing is left.
 */
export function normalise(raw: string, prefix = '', suffix = ''): BareCode | undefined {
  const whole = trim(raw);
  const ending = LITERAL_ENDING.exec(whole)?.[0];
  const { text: body, symbology } = identify(
    trim(ending === undefined ? whole : whole.slice(0, -ending.length)),
    prefix,
  );
  const own = suffix !== '' && body.endsWith(suffix) ? body.slice(0, -suffix.length) : body;
  const text = trim(own.replace(NAMED, (name) => separators[name.slice(1, -1)] ?? name));
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
  let [from, to] = [0, text.length];
  while (from < to && OUTSIDE.test(text.charAt(from))) from += 1;
  while (to > from && OUTSIDE.test(text.charAt(to - 1))) to -= 1; // an expression for the end begins anew at each blank
  const bare = text.slice(from, to);
  return MESSAGE.test(bare) ? bare + (MESSAGE_END.exec(text)?.[0] ?? '') : bare;
}

/** The prefix may come before or after the identifier; it is taken off once. */
function identify(text: string, prefix: string): { text: string; symbology?: string } {
  const inner = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
  const start = inner ?? text;
  const match = IDENTIFIER.exec(start);
  const symbology = match ? (variants[`${match[1]}${match[2]}`] ?? symbologies[match[1] ?? '']) : undefined;
  if (!match || (symbology === undefined && match[1] !== UNNAMED)) return { text: start };
  const rest = start.slice(match[0].length);
  const bare = inner === undefined && prefix !== '' && rest.startsWith(prefix) ? rest.slice(prefix.length) : rest;
  if (match[0] === ']E0' && UPC_A.test(bare.trim())) return { text: bare.slice(1), symbology: 'UPCA' };
  return { text: bare, ...(symbology !== undefined && { symbology }) };
}

function invisibleIn(text: string): ScanNotice | undefined {
  const expected = MESSAGE.test(text) ? Object.values(separators) : [GS];
  const found = (text.match(INVISIBLE) ?? []).filter((character) => !expected.includes(character));
  if (found.length === 0) return undefined;
  return { kind: 'invisible', codePoints: found.map((character) => character.codePointAt(0) ?? 0) };
}
