import type { BarcodeFormat } from '#contract/barcodeFormats.ts';

const matrixFormats: readonly string[] = ['QRCode', 'DataMatrix', 'PDF417', 'Aztec'];

/** Tells whether a format is squares with error correction; the others are bars. */
export function isMatrix(format: string): boolean {
  return matrixFormats.includes(format);
}

/**
 * Tells whether a format's error correction proves one read. That of a PDF417 does not: most of its rows may be guessed, and
 * a blurred one is then corrected to another text.
 */
export function correctsItself(format: BarcodeFormat): boolean {
  return isMatrix(format) && format !== 'PDF417';
}
