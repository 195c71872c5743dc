/** The size of a picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The markers of a frame's head: all that begin with C but three. Source: ITU-T T.81, table B.1. */
const isFrameHead = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Reads the size of a JPEG from the head of its frame, without a look at the picture.
 *
 * @returns `undefined` where the bytes are none: they do not begin and end as one, or have no frame.
 */
export function jpegSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { byteLength } = view;
  if (byteLength < 4 || view.getUint16(0) !== 0xff_d8 || view.getUint16(byteLength - 2) !== 0xff_d9) return undefined;
  for (let at = 2; at + 9 <= byteLength;) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    if (view.getUint8(at) !== 0xff || length < 2) return undefined;
    if (isFrameHead(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return width > 0 && height > 0 ? { width, height } : undefined;
    }
    at += 2 + length;
  }
  return undefined;
}
