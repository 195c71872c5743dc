// Only ever imported by import(): it brings the library that the camera's decoder is in.
import { EncodeHintType, QRCodeDecoderErrorCorrectionLevel, QRCodeEncoder } from '@zxing/library';

/** A QR code to be drawn. */
export interface QrCode {
  /** Modules on each side, the quiet zone of four included. */
  readonly size: number;
  /** The dark modules, as an SVG path of one unit each. */
  readonly path: string;
}

const QUIET = 4;

/**
 * A text as a QR code that stands 15 % of damage (level M): a screen has reflections and no dirt.
 *
 * Source: ISO/IEC 18004.
 */
export function qrCode(text: string): QrCode {
  const hints = new Map<EncodeHintType, unknown>([[EncodeHintType.CHARACTER_SET, 'UTF-8']]);
  const matrix = QRCodeEncoder.encode(text, QRCodeDecoderErrorCorrectionLevel.M, hints as never).getMatrix();
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
