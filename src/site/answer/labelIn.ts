import type { SitePrinter } from '#site/printers.ts';
import { type Tree, isBranch } from './answerTree.ts';
import { readAnswer } from './readAnswer.ts';

/** The longest PDF in a text, in letters: 12 MB of it. */
const MAX_PDF_LENGTH = 16_000_000;
const PDF_START = 'JVBERi0';
const END_LENGTH = 1_400;
const PDF_DATA = 'data:application/pdf;base64,';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A text that is a label as a whole. `cut`: a PDF without its end. */
export type LabelText = { readonly kind: 'pdf'; readonly base64: string } | { readonly kind: 'cut' | 'zpl' };

/** Returns the label that a text of the service is; `undefined`: it is none. */
export function labelText(text: string): LabelText | undefined {
  const given = text.startsWith(PDF_DATA) ? text.slice(PDF_DATA.length) : text;
  if (given.startsWith(PDF_START) && given.length <= MAX_PDF_LENGTH) {
    const base64 = given.replace(/\s+/g, '');
    if (BASE64.test(base64)) return endsWell(base64) ? { kind: 'pdf', base64 } : { kind: 'cut' };
  }
  const trimmed = text.trim();
  return /^(?:~[A-Z]{2}[^^~]*)*\^XA/.test(trimmed) && trimmed.endsWith('^XZ') ? { kind: 'zpl' } : undefined;
}

/**
 * Returns the label in an answer, in a language of printers: of ZPL all that the answer has, as one text; of PDF the one that is there, in
 * Base64. @returns `undefined`: there is none, or of PDF several.
 */
export function labelIn(answer: string, language: SitePrinter['language']): string | undefined {
  const found = [...new Set(leavesOf(readAnswer(answer) ?? answer))].flatMap((text) => {
    const label = labelText(text);
    if (label?.kind !== language) return [];
    return [label.kind === 'pdf' ? label.base64 : text.trim()];
  });
  if (found.length === 0 || (language === 'pdf' && found.length > 1)) return undefined;
  return found.join('\n');
}

function leavesOf(tree: Tree): readonly string[] {
  if (isBranch(tree)) return Object.values(tree).flatMap((one: Tree) => leavesOf(one));
  return typeof tree === 'string' ? [tree] : [];
}

/** Tells whether the last kilobyte of a file in Base64 has the mark that ends a PDF. Source: ISO 32000-1, section 7.5.5. */
function endsWell(base64: string): boolean {
  const letters = base64.slice(0, base64.length - (/={0,2}$/.exec(base64.slice(-2))?.[0].length ?? 0));
  const from = Math.max(0, Math.floor((letters.length - END_LENGTH) / 4) * 4); // four letters are three bytes
  let [end, bits, value] = ['', 0, 0];
  for (const letter of letters.slice(from)) {
    value = ((value << 6) | LETTERS.indexOf(letter)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    end += String.fromCharCode((value >> bits) & 0xff);
  }
  return end.includes('%%EOF');
}
