import type { FrameRead } from './frameRead.ts';
import { type BarcodeFormat, barcodeFormats } from './formats.ts';
import { trustOf } from './trust.ts';
import type { ZXingReadResult } from './wasmReader.ts';

const gs1: Readonly<Record<string, string>> = { ']C1': 'GS1-128', ']d2': 'GS1DataMatrix', ']Q3': 'GS1QRCode' };

/**
 * What zxing-wasm found, in this folder's words. The retail formats say what is printed: twelve digits of a UPC-A, eight
 * of a UPC-E, where the library always fills up to thirteen.
 */
export function wasmRead(
  result: ZXingReadResult,
  formats: readonly BarcodeFormat[],
  pass: string,
): FrameRead | undefined {
  const found = printed(result, formats);
  if (!found) return undefined;
  const { format, text } = found;
  const symbology = gs1[result.symbologyIdentifier] ?? format;
  return { text, symbology, format, trust: trustOf(format, text), decoder: 'wasm', pass };
}

function printed(
  { format, symbology, text, extra }: ZXingReadResult,
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
