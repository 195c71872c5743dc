// Only ever imported by import(): it brings the decoder, nearly as large as the rest of the app.
import {
  BrowserCodeReader,
  BrowserDatamatrixCodeReader,
  BrowserMultiFormatOneDReader,
  BrowserQRCodeReader,
} from '@zxing/browser';
import { BarcodeFormat, type BinaryBitmap, DecodeHintType, NotFoundException, type Result } from '@zxing/library';
import type { FrameRead } from './agreement.ts';
import type { CameraFormat } from './camera.ts';
import { GS } from './normalise.ts';

/** Reads one frame. */
export interface CameraDecoder {
  /** @returns `undefined` where the frame holds no code that can be read. */
  decode(frame: HTMLCanvasElement): FrameRead | undefined;
}

const zxingFormats = {
  Code128: BarcodeFormat.CODE_128,
  Code39: BarcodeFormat.CODE_39,
  EAN13: BarcodeFormat.EAN_13,
  UPCA: BarcodeFormat.UPC_A,
  ITF: BarcodeFormat.ITF,
  QRCode: BarcodeFormat.QR_CODE,
  DataMatrix: BarcodeFormat.DATA_MATRIX,
} as const satisfies Record<CameraFormat, BarcodeFormat>;

const names = new Map<BarcodeFormat, string>(
  Object.entries(zxingFormats).map(([name, format]): [BarcodeFormat, string] => [format, name]),
);

/**
 * A decoder for the formats asked for: no tryHarder (misreads, 15 times the time on an empty frame), FNC1 kept.
 *
 * The readers are put together here and not by `BrowserMultiFormatReader`: that one logs a warning for every reader
 * that finds nothing in a frame, since its `NotFoundException` is no `ReaderException`.
 */
export function createDecoder(formats: readonly CameraFormat[]): CameraDecoder {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, formats.map((format) => zxingFormats[format])],
    [DecodeHintType.ASSUME_GS1, true], // only Code 128 looks at it: FNC1 becomes ]C1 in front and GS inside
  ]);
  const readers = readersFor(formats, hints);
  const reader = new BrowserCodeReader(
    { decode: (bitmap) => decodeFirst(readers, bitmap), reset: () => undefined },
    hints,
  );
  return {
    decode(frame) {
      try {
        return readOf(reader.decodeFromCanvas(frame));
      } catch (error) {
        if (error instanceof NotFoundException) return undefined;
        throw error;
      }
    },
  };
}

function readersFor(formats: readonly CameraFormat[], hints: Map<DecodeHintType, unknown>): BrowserCodeReader[] {
  const isLinear = formats.some((format) => format !== 'QRCode' && format !== 'DataMatrix');
  return [
    ...(isLinear ? [new BrowserMultiFormatOneDReader(hints)] : []),
    ...(formats.includes('QRCode') ? [new BrowserQRCodeReader(hints)] : []),
    ...(formats.includes('DataMatrix') ? [new BrowserDatamatrixCodeReader(hints)] : []),
  ];
}

/** Whatever a reader stumbles over (a wrong checksum, an index out of a row's bounds), the frame holds no code for it. */
function decodeFirst(readers: readonly BrowserCodeReader[], bitmap: BinaryBitmap): Result {
  for (const reader of readers) {
    try {
      return reader.decodeBitmap(bitmap);
    } catch {
      continue;
    }
  }
  throw new NotFoundException();
}

function readOf(result: Result): FrameRead {
  const symbology = names.get(result.getBarcodeFormat()) ?? BarcodeFormat[result.getBarcodeFormat()] ?? 'unknown';
  const text = result.getText();
  switch (symbology) {
    // With ASSUME_GS1 the library takes a checksum of 102 for one more FNC1: one Code 128 in 103 ends in a false GS.
    // A true one at the end would say nothing either.
    case 'Code128':
      return text.startsWith(']C1')
        ? { text: withoutLastGs(text.slice(3)), symbology: 'GS1-128' }
        : { text: withoutLastGs(text), symbology };
    // Here the library shows the leading FNC1, which says "GS1" and is no data, as GS.
    case 'DataMatrix':
      return text.startsWith(GS) ? { text: text.slice(GS.length), symbology: 'GS1DataMatrix' } : { text, symbology };
    default:
      return { text, symbology };
  }
}

function withoutLastGs(text: string): string {
  return text.endsWith(GS) ? text.slice(0, -GS.length) : text;
}
