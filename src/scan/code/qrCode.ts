import {
  BinaryBitmap,
  HybridBinarizer,
  QRCodeDecoderErrorCorrectionLevel,
  QRCodeEncoder,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';

export interface QrCode {
  /** Modules on each side, the quiet zone of four included. */
  readonly size: number;
  /** The dark modules, as an SVG path of one unit each. */
  readonly path: string;
}

type Matrix = ReturnType<ReturnType<typeof QRCodeEncoder.encode>['getMatrix']>;

const QUIET = 4;
/** Pixels a module at which a code must be read to be shown. */
const LOOKS = [4, 5] as const;

/**
 * Makes of a text a QR code that our own decoder reads: it does not find every code that the standard allows, so one that it
 * misses is drawn at another level of error correction, which makes another picture. So is a text in the next round of
 * a sequence: what a camera has missed in one, for its angle or its light, it may read in the other.
 *
 * @param round - how often the sequence has been shown before.
 *
 * Source: ISO/IEC 18004.
 */
export function qrCode(text: string, round = 0): QrCode {
  const { M, L, Q, H } = QRCodeDecoderErrorCorrectionLevel;
  const levels = [M, L, Q, H];
  const draw = (turn: number): Matrix => QRCodeEncoder.encode(text, levels[turn % levels.length]!).getMatrix();
  for (const turn of levels.keys()) {
    const matrix = draw(round + turn);
    if (LOOKS.every((scale) => readBack(matrix, scale) === text)) return pathOf(matrix);
  }
  return pathOf(draw(round));
}

function pathOf(matrix: Matrix): QrCode {
  const side = matrix.getWidth();
  let path = '';
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (matrix.get(x, y) !== 1) continue;
      const from = x;
      while (x + 1 < side && matrix.get(x + 1, y) === 1) x += 1;
      path += `M${from + QUIET} ${y + QUIET}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  }
  return { size: side + 2 * QUIET, path };
}

function readBack(matrix: Matrix, scale: number): string | undefined {
  const modules = matrix.getWidth();
  const side = (modules + 2 * QUIET) * scale;
  const grey = new Uint8ClampedArray(side * side).fill(255);
  for (let y = 0; y < modules; y += 1) {
    for (let x = 0; x < modules; x += 1) {
      if (matrix.get(x, y) !== 1) continue;
      const left = (x + QUIET) * scale;
      for (let row = (y + QUIET) * scale; row < (y + QUIET + 1) * scale; row += 1)
        grey.fill(0, row * side + left, row * side + left + scale);
    }
  }
  try {
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, side, side)));
    return new QRCodeReader().decode(bitmap, new Map()).getText();
  } catch {
    return undefined;
  }
}
