import type { BarcodeFormat } from '#contract/barcodeFormats.ts';

/**
 * Names a retail code as what is printed under it: an EAN-13 that begins with 0 is a UPC-A, whose bars are the same, and has
 * twelve digits, whoever read it. Any other stays as it is.
 *
 * @param formats - those that are looked for: without UPC-A it is an EAN-13.
 */
export function printedRetail<F extends BarcodeFormat>(
  format: F,
  text: string,
  formats: readonly BarcodeFormat[],
): { readonly format: F | 'UPCA'; readonly text: string } {
  const isUpcA = format === 'UPCA' || (format === 'EAN13' && formats.includes('UPCA'));
  return isUpcA && /^0\d{12}$/.test(text) ? { format: 'UPCA', text: text.slice(1) } : { format, text };
}
