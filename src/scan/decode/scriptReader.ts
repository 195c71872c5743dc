// Only ever imported by import(): where WebAssembly is refused.
import {
  BrowserAztecCodeReader,
  type BrowserCodeReader,
  BrowserDatamatrixCodeReader,
  BrowserMultiFormatOneDReader,
  BrowserPDF417Reader,
  BrowserQRCodeReader,
} from '@zxing/browser';
import {
  BarcodeFormat as ZxingFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  type Result,
  ResultMetadataType,
  RGBLuminanceSource,
} from '@zxing/library';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import type { Point, Luma } from '#scan/vision/luma.ts';
import { isMatrix } from '#scan/code/matrix.ts';
import { GS } from '#scan/normalise.ts';
import { isCodablockRow } from './codablock.ts';
import type { Find } from './frameRead.ts';

/** UPC-E is left out of what it may say for sure elsewhere: this library reads none. Of GS1 DataBar it sees phantoms. */
const zxingFormats = {
  Code128: ZxingFormat.CODE_128,
  Code39: ZxingFormat.CODE_39,
  Code93: ZxingFormat.CODE_93,
  Codabar: ZxingFormat.CODABAR,
  ITF: ZxingFormat.ITF,
  EAN13: ZxingFormat.EAN_13,
  EAN8: ZxingFormat.EAN_8,
  UPCA: ZxingFormat.UPC_A,
  UPCE: ZxingFormat.UPC_E,
  QRCode: ZxingFormat.QR_CODE,
  DataMatrix: ZxingFormat.DATA_MATRIX,
  PDF417: ZxingFormat.PDF_417,
  Aztec: ZxingFormat.AZTEC,
} as const satisfies Partial<Record<BarcodeFormat, ZxingFormat>>;

const names = new Map(
  Object.entries(zxingFormats).map(([name, format]): [ZxingFormat, BarcodeFormat] => [format, name as BarcodeFormat]),
);

/** Reads grey pictures by script alone: no tryHarder (misreads, 15 times the time on an empty frame), FNC1 kept. */
export function createScriptReader(formats: readonly BarcodeFormat[]): (picture: Luma) => Find | undefined {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, formats.flatMap((format) => (format === 'DataBar' ? [] : zxingFormats[format]))],
    [DecodeHintType.ASSUME_GS1, true], // only Code 128 looks at it: FNC1 becomes ]C1 in front and GS inside
  ]);
  const readers = readersFor(formats, hints);
  return ({ data, width, height }) => {
    const grey = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
    for (const reader of readers) {
      // Whatever a reader stumbles over (a wrong checksum, an index out of a row's bounds), it has found no code.
      try {
        const result = reader.decodeBitmap(bitmap);
        return { ...resultOf(result), corners: boxOf(result, width, height) };
      } catch {
        continue;
      }
    }
    return undefined;
  };
}

/** Returns readers one by one, not `BrowserMultiFormatReader`: that one logs a warning for every reader that finds nothing. */
function readersFor(formats: readonly BarcodeFormat[], hints: Map<DecodeHintType, unknown>): BrowserCodeReader[] {
  const matrix: readonly (readonly [BarcodeFormat, BrowserCodeReader])[] = [
    ['QRCode', new BrowserQRCodeReader(hints)],
    ['DataMatrix', new BrowserDatamatrixCodeReader(hints)],
    ['Aztec', new BrowserAztecCodeReader(hints)],
    ['PDF417', new BrowserPDF417Reader(hints)],
  ];
  const wanted = matrix.flatMap(([format, reader]) => (formats.includes(format) ? reader : []));
  return [...(formats.length > wanted.length ? [new BrowserMultiFormatOneDReader(hints)] : []), ...wanted];
}

/** Returns the corners of the box around all places that the library gives: two of bars, at least three of squares, in pixels. */
function boxOf(result: Result, width: number, height: number): readonly Point[] {
  const places = result.getResultPoints();
  const [xs, ys] = [places.map((place) => place.getX() / width), places.map((place) => place.getY() / height)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

function resultOf(result: Result): Omit<Find, 'corners'> {
  const text = result.getText();
  const format = names.get(result.getBarcodeFormat());
  if (!format) throw new Error('a format that was not asked for');
  if (isMatrix(format) && (isPartOfSeveral(result) || !isPlain(result))) throw new Error('no code that is known whole');
  // With ASSUME_GS1 the library takes a checksum of 102 for one more FNC1: one Code 128 in 103 ends in a false GS.
  // A true one at the end would say nothing either.
  if (format === 'Code128') {
    if (isCodablockRow(result.getRawBytes() ?? [])) throw new Error('a row of Codablock F');
    return text.startsWith(']C1')
      ? { text: withoutLastGs(text.slice(3)), symbology: 'GS1-128', format }
      : { text: withoutLastGs(text), symbology: format, format };
  }
  // Here the library shows the leading FNC1, which says "GS1" and is no data, as GS.
  if (format === 'DataMatrix' && text.startsWith(GS)) {
    return { text: text.slice(GS.length), symbology: 'GS1DataMatrix', format };
  }
  return { text, symbology: format, format };
}

/** The first codeword of a Data Matrix that is a part of several. Source: ISO/IEC 16022, 5.6. */
const DATA_MATRIX_PART = 233;

function isPartOfSeveral(result: Result): boolean {
  const facts = result.getResultMetadata();
  if (facts?.get(ResultMetadataType.STRUCTURED_APPEND_SEQUENCE) !== undefined) return true;
  if (result.getBarcodeFormat() === ZxingFormat.DATA_MATRIX) return result.getRawBytes()?.[0] === DATA_MATRIX_PART;
  const macro: { getFileId?: () => unknown } | undefined = facts?.get(ResultMetadataType.PDF417_EXTRA_METADATA);
  return Boolean(macro?.getFileId?.());
}

/** Tells whether the library need not have guessed a character set: the text is ASCII, or bytes that are UTF-8. */
function isPlain(result: Result): boolean {
  const text = result.getText();
  if (!/[^\u0000-\u007f]/u.test(text)) return true;
  const segments = result.getResultMetadata()?.get(ResultMetadataType.BYTE_SEGMENTS) as Uint8Array[] | undefined;
  return new TextDecoder().decode(Uint8Array.from((segments ?? []).flatMap((bytes) => [...bytes]))) === text;
}

function withoutLastGs(text: string): string {
  return text.endsWith(GS) ? text.slice(0, -GS.length) : text;
}
