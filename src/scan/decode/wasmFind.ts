import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import type { ZXingReadResult } from 'zxing-wasm/reader';

/** What zxing-wasm found, in this folder's words. */
export interface WasmFind {
  readonly format: BarcodeFormat;
  readonly symbology: string;
  readonly text: string;
  /** The direction of the rows that bars were read along: 0 or 90. */
  readonly degrees: number;
  readonly isInverted: boolean;
  /** A kind of squares with hardly any error correction: Micro QR, Aztec's runes. */
  readonly isWeak: boolean;
}

const gs1: Readonly<Record<string, string>> = { ']C1': 'GS1-128', ']d2': 'GS1DataMatrix', ']Q3': 'GS1QRCode' };
const weak = ['MicroQRCode', 'RMQRCode', 'AztecRune'];

/**
 * Names what was found. The retail formats say what is printed: twelve digits of a UPC-A, eight of a UPC-E, where the
 * library always fills up to thirteen.
 *
 * @param formats - an EAN-13 that begins with 0 is a UPC-A where these have it.
 * @returns `undefined` for a format that this folder has no name for.
 */
export function findOf(result: ZXingReadResult, formats: readonly BarcodeFormat[]): WasmFind | undefined {
  const printed = printedOf(result, formats);
  if (!printed) return undefined;
  return {
    ...printed,
    symbology: gs1[result.symbologyIdentifier] ?? printed.format,
    degrees: Math.abs(Math.sin((result.rotation * Math.PI) / 180)) > Math.SQRT1_2 ? 90 : 0,
    isInverted: result.isInverted,
    isWeak: weak.includes(result.format),
  };
}

/** An EAN-13 that was read without the library, where `formats` ask for it. @param text - its thirteen digits. */
export function eanFind(text: string, formats: readonly BarcodeFormat[]): WasmFind | undefined {
  const printed = printedOf({ format: 'EAN13', symbology: 'EAN13', text, extra: '' }, formats);
  if (!printed || !formats.includes(printed.format)) return undefined;
  return { ...printed, symbology: printed.format, degrees: 0, isInverted: false, isWeak: false };
}

function printedOf(
  { format, symbology, text, extra }: Pick<ZXingReadResult, 'format' | 'symbology' | 'text' | 'extra'>,
  formats: readonly BarcodeFormat[],
): { readonly format: BarcodeFormat; readonly text: string } | undefined {
  if (format === 'UPCE') {
    const eight = /"UPCE":"(\d{8})"/u.exec(extra)?.[1];
    return eight === undefined ? undefined : { format, text: eight };
  }
  const isUpcA = format === 'UPCA' || (format === 'EAN13' && text.startsWith('0') && formats.includes('UPCA'));
  if (isUpcA && text.length === 13) return { format: 'UPCA', text: text.slice(1) };
  // Variants (Code 39 in full ASCII, Micro QR, Aztec runes) go by their family's name.
  const name = barcodeFormats.find((one) => one === format) ?? barcodeFormats.find((one) => one === symbology);
  return name && { format: name, text };
}
