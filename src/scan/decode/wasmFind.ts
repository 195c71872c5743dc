import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import type { FittedEan } from '#scan/vision/eanFit.ts';
import type { Point, Luma } from '#scan/vision/luma.ts';
import { isMatrix } from '#scan/code/matrix.ts';
import { isCodablockAt } from './codablock.ts';
import { printedRetail } from './retail.ts';
import type { Find } from './frameRead.ts';
import type { SymbolText } from './symbolText.ts';
import type { ZXingReadResult } from 'zxing-wasm/reader';

/** A code that zxing-wasm found, in this folder's words. */
export interface WasmFind extends Find {
  /** The direction of the rows that bars were read along: 0 or 90. */
  readonly degrees: number;
  /** Pixels of the code's length, in the picture that every look has: a finer one makes no other witness of a look. */
  readonly long: number;
  readonly isInverted: boolean;
  /** A kind of squares with hardly any error correction: Micro QR, Aztec's runes. */
  readonly isWeak: boolean;
}

const gs1: Readonly<Record<string, string>> = { ']C1': 'GS1-128', ']d2': 'GS1DataMatrix', ']Q3': 'GS1QRCode' };
const weak = ['MicroQRCode', 'RMQRCode', 'AztecRune'];

/** Bars are at least so high, of their width: they are often read in a few rows next to each other. */
const LEAST_HIGH = 0.2;

/**
 * Names what was found. The retail formats say what is printed: twelve digits of a UPC-A, eight of a UPC-E, where the
 * library always fills up to thirteen.
 *
 * @param said - what its text is read as.
 * @param formats - an EAN-13 that begins with 0 is a UPC-A where these have it.
 * @param picture - what was looked at; `seen` was made of it.
 * @returns `undefined` for a format that this folder has no name for, and for a row of Codablock F.
 */
export function findOf(
  result: ZXingReadResult,
  said: SymbolText,
  formats: readonly BarcodeFormat[],
  picture: Luma,
  seen: Luma,
): WasmFind | undefined {
  const printed = printedOf({ ...result, text: said.text }, formats);
  if (!printed) return undefined;
  if (printed.format === 'Code128' && isCodablockAt(seen, said.text, result.position)) return undefined;
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  const corners = [topLeft, topRight, bottomRight, bottomLeft].map((place) => seen.placeOf?.(place) ?? place);
  return {
    ...printed,
    notice: said.notice,
    corners: partsOf(picture, isMatrix(printed.format) ? corners : highEnough(corners)),
    symbology: printed.format === 'DataBar' ? 'GS1DataBar' : (gs1[result.symbologyIdentifier] ?? printed.format),
    long: lengthOf(corners) / (picture.scale ?? 1),
    degrees: Math.abs(Math.sin((result.rotation * Math.PI) / 180)) > Math.SQRT1_2 ? 90 : 0,
    isInverted: result.isInverted,
    isWeak: weak.includes(result.format),
  };
}

/** Names an EAN-13 that was read without the library. @returns `undefined` where `formats` do not ask for it. */
export function eanFind(
  { text, corners }: FittedEan,
  formats: readonly BarcodeFormat[],
  picture: Luma,
): WasmFind | undefined {
  const printed = printedOf({ format: 'EAN13', symbology: 'EAN13', text, extra: '' }, formats);
  if (!printed || !formats.includes(printed.format)) return undefined;
  const places = partsOf(picture, highEnough(corners));
  return {
    ...printed,
    corners: places,
    symbology: printed.format,
    long: lengthOf(corners) / (picture.scale ?? 1),
    degrees: 0,
    isInverted: false,
    isWeak: false,
  };
}

function printedOf(
  { format, symbology, text, extra }: Pick<ZXingReadResult, 'format' | 'symbology' | 'text' | 'extra'>,
  formats: readonly BarcodeFormat[],
): { readonly format: BarcodeFormat; readonly text: string } | undefined {
  if (format === 'UPCE') {
    const eight = /"UPCE":"(\d{8})"/u.exec(extra)?.[1];
    return eight === undefined ? undefined : { format, text: eight };
  }
  // Variants (Code 39 in full ASCII, Micro QR, Aztec runes) go by their family's name.
  const name = barcodeFormats.find((one) => one === format) ?? barcodeFormats.find((one) => one === symbology);
  return name && printedRetail(name, text, formats);
}

/** Returns the corners of bars, in pixels, moved apart across the rows where these are too near each other. */
function highEnough(corners: readonly Point[]): readonly Point[] {
  const [from, to, , last] = corners as [Point, Point, Point, Point];
  const [x, y] = [to.x - from.x, to.y - from.y];
  const wide = Math.hypot(x, y);
  const high = (x * (last.y - from.y) - y * (last.x - from.x)) / wide;
  const lack = LEAST_HIGH * wide - Math.abs(high);
  if (!(lack > 0)) return corners;
  const part = (high < 0 ? -lack : lack) / 2 / wide;
  return corners.map((corner, at) => {
    const down = at < 2 ? -part : part;
    return { x: corner.x - y * down, y: corner.y + x * down };
  });
}

function lengthOf([from, to]: readonly Point[]): number {
  return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
}

function partsOf({ width, height }: Luma, places: readonly Point[]): readonly Point[] {
  return places.map(({ x, y }) => ({ x: x / width, y: y / height }));
}
