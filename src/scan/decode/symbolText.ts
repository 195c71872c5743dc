import type { ZXingReadResult } from 'zxing-wasm/reader';
import { fullAsciiOf } from '#scan/code/code39.ts';
import type { ScanNotice } from '#scan/scan.ts';
import { isMatrix } from '#scan/code/matrix.ts';
import type { ReadingRules } from './formats.ts';
import type { Unreadable } from './messages.ts';
import { type RawText, createSymbolParts, isPart } from './symbolParts.ts';

/** The text of a symbol, and what a person should know about how it was read. */
export interface SymbolText {
  readonly text: string;
  readonly notice?: ScanNotice;
}

/** Says of one picture's symbols after the other what they say. */
export function createSymbolTexts(rules: ReadingRules) {
  const parts = createSymbolParts();
  let hasLetters = false;
  return {
    /** Takes what was read at once of the picture, before it is asked what one of them says. */
    note(results: readonly ZXingReadResult[]): void {
      for (const result of results) if (isMatrix(result.symbology) && isPart(result)) parts.note(result);
    },
    /** Reads one symbol. @returns `undefined` where it is no code by itself. */
    textOf(result: ZXingReadResult): SymbolText | undefined {
      if (result.symbology === 'Code39') return code39Text(result.text, rules);
      if (!isMatrix(result.symbology)) return { text: result.text };
      const raw = isPart(result) ? parts.wholeOf(result) : result;
      const said = raw && squaresText(raw, rules);
      if (raw && !said) hasLetters = true;
      return said;
    },
    /** Begins another picture. */
    next(): void {
      parts.next();
      hasLetters = false;
    },
    /** Tells why a symbol of this picture is no code. */
    unreadable: (): Unreadable | undefined => (parts.isLacking() ? 'part' : hasLetters ? 'letters' : undefined),
  };
}

/** Bytes of a segment that names no character set, each as the letter of its number. Kanji and named sets are beyond. */
const BYTES = /[\u0000-\u00ff]+/gu;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads the bytes of squares: as UTF-8 where they are, else by the charset that `rules` name.
 *
 * @returns `undefined` where they cannot be read so: no letter is made up.
 */
export function squaresText(
  { text, hasECI }: RawText,
  { charset, isCharsetGuessed }: ReadingRules,
): SymbolText | undefined {
  if (hasECI) return { text };
  let isByCharset = false;
  try {
    const said = text.replaceAll(BYTES, (letters) => {
      const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
      try {
        return utf8.decode(bytes);
      } catch (error) {
        if (charset === undefined) throw error;
        isByCharset = true;
        return new TextDecoder(charset, { fatal: true }).decode(bytes);
      }
    });
    if (!isByCharset || charset === undefined || isCharsetGuessed !== true) return { text: said };
    return { text: said, notice: { kind: 'charset', charset } };
  } catch {
    return undefined;
  }
}

/** Reads a Code 39 as printed or in full ASCII, as `rules` say; where they do not, the other reading is in the notice. */
export function code39Text(printed: string, { code39FullAscii }: ReadingRules): SymbolText {
  const full = fullAsciiOf(printed);
  if (code39FullAscii === true) return { text: full };
  if (code39FullAscii === false || full === printed) return { text: printed };
  return { text: printed, notice: { kind: 'full-ascii', text: full } };
}
