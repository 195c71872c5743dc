import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import type { Charset } from '#contract/charsets.ts';

/** The formats of a warehouse's labels, looked for when nothing else is asked. Fewer formats read faster. */
const warehouseFormats: readonly BarcodeFormat[] = ['Code128', 'Code39', 'EAN13', 'UPCA', 'QRCode', 'DataMatrix'];

/** The codes that are looked for, and when they are believed. From the site's configuration. */
export interface ReadingRules {
  readonly formats: readonly BarcodeFormat[];
  /** Numbers of digits that an ITF code has here. Without any, ITF is off: a part of a longer one reads as a whole one. */
  readonly itfLengths: readonly number[];
  /** Time that a code must be out of sight before it counts as scanned again, in milliseconds. @default 1000 */
  readonly duplicateWindowMs?: number;
  /** `true`: a Code 39 stands for full ASCII; `false`: for what is printed. @default as printed, and a notice where the two differ */
  readonly code39FullAscii?: boolean;
  /** The character set of squares that name none and are no UTF-8. @default they are not read */
  readonly charset?: Charset;
  /** `true`: the charset is only the language's usual one, and a code read by it has a notice. */
  readonly isCharsetGuessed?: boolean;
}

/** The rules of a site that sets nothing. */
export const warehouseRules: ReadingRules = { formats: warehouseFormats, itfLengths: [] };

/** Returns the formats to look for: those asked for, and ITF exactly when lengths are set. */
export function formatsOf({ formats, itfLengths }: ReadingRules): readonly BarcodeFormat[] {
  const others = barcodeFormats.filter((format) => format !== 'ITF' && formats.includes(format));
  return itfLengths.length > 0 ? [...others, 'ITF'] : others;
}
