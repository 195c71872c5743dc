import { type BarcodeFormat, barcodeFormats } from '#contract/barcodeFormats.ts';
import type { Point } from '#scan/vision/luma.ts';
import type { Find } from './frameRead.ts';
import { printedRetail } from './retail.ts';
import { type CameraFrame, sizeOf } from './messages.ts';

interface Detected {
  readonly rawValue: string;
  readonly format: string;
  /** In pixels. */
  readonly cornerPoints: readonly Point[];
}

/** The browser's own detector, which the DOM's types do not know. Source: WICG Shape Detection. */
interface DetectorClass {
  new (options: { formats: string[] }): { detect(picture: ImageBitmapSource): Promise<readonly Detected[]> };
  getSupportedFormats(): Promise<readonly string[]>;
}

const nativeNames = {
  Code128: 'code_128',
  Code39: 'code_39',
  Code93: 'code_93',
  Codabar: 'codabar',
  ITF: 'itf',
  EAN13: 'ean_13',
  EAN8: 'ean_8',
  UPCA: 'upc_a',
  UPCE: 'upc_e',
  QRCode: 'qr_code',
  DataMatrix: 'data_matrix',
  PDF417: 'pdf417',
  Aztec: 'aztec',
} as const satisfies Partial<Record<BarcodeFormat, string>>;

/** It knows no name for GS1 DataBar: a site that looks for it is read without it. */
const nameOf = (format: BarcodeFormat): string => (format === 'DataBar' ? format : nativeNames[format]);

/**
 * Reads with the detector, which knows nothing of FNC1, and of no check but the code's own.
 *
 * @returns `undefined` where this browser has none, or one that lacks a format asked for.
 */
export async function openNativeReader(
  formats: readonly BarcodeFormat[],
): Promise<((frame: CameraFrame) => Promise<Find | undefined>) | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector || formats.length === 0) return undefined;
  const wanted = formats.map(nameOf);
  const supported = await BarcodeDetector.getSupportedFormats();
  if (!wanted.every((name) => supported.includes(name))) return undefined;
  const detector = new BarcodeDetector({ formats: wanted });
  return async (frame) => {
    const [width, height] = sizeOf(frame);
    for (const { rawValue, format: name, cornerPoints } of await detector.detect(frame)) {
      const format = barcodeFormats.find((one) => nameOf(one) === name);
      if (format && formats.includes(format) && rawValue !== '') {
        const corners = cornerPoints.map(({ x, y }) => ({ x: x / width, y: y / height }));
        const printed = printedRetail(format, rawValue, formats);
        return { ...printed, symbology: printed.format, corners };
      }
    }
    return undefined;
  };
}
