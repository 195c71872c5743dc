import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import type { Charset } from '#contract/charsets.ts';

/** What a warehouse's labels have, looked for when nothing else is asked. Fewer formats read faster. */
const warehouseFormats: readonly BarcodeFormat[] = ['Code128', 'Code39', 'EAN13', 'UPCA', 'QRCode', 'DataMatrix'];

/** What is looked for and what is believed. From the site's configuration. */
export interface ReadingRules {
  readonly formats: readonly BarcodeFormat[];
  /** How many digits an ITF code has here. Without any, ITF is off: a part of a longer one reads as a whole one. */
  readonly itfLengths: readonly number[];
  /** How long a code must be out of sight before it counts as scanned again, in milliseconds. @default 1000 */
  readonly duplicateWindowMs?: number;
  /** Whether a Code 39 stands for full ASCII. @default as printed, and a notice where the two differ */
  readonly code39FullAscii?: boolean;
  /** What the bytes of squares are in that name no character set and are no UTF-8. @default they are not read */
  readonly charset?: Charset;
  /** Whether the charset is only the language's usual one, so that a code read by it has a notice. */
  readonly isCharsetGuessed?: boolean;
}

export const warehouseRules: ReadingRules = { formats: warehouseFormats, itfLengths: [] };

/** The formats to look for: those asked for, and ITF exactly when lengths are set. */
export function formatsOf({ formats, itfLengths }: ReadingRules): readonly BarcodeFormat[] {
  const others = barcodeFormats.filter((format) => format !== 'ITF' && formats.includes(format));
  return itfLengths.length > 0 ? [...others, 'ITF'] : others;
}
