import type { Point } from './frameRead.ts';
import { type Frame, sizeOf } from './messages.ts';

/** A grey picture, one byte for each pixel, rows without gaps. */
export interface Luma {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Where a place of it lies in the picture that it was made of, both in pixels. @default in the same place */
  readonly placeOf?: (place: Point) => Point;
}

/** Larger frames are drawn smaller: nothing is gained, and a pass takes as long as it has pixels. */
const LONGEST_SIDE = 1280;

export type LumaReader = (frame: Frame) => Promise<Luma>;

/** Makes grey pictures of frames, with one canvas for all that have to be drawn. */
export function createLumaReader(): LumaReader {
  let canvas: OffscreenCanvas | undefined;
  const canvasOf = (width: number, height: number): OffscreenCanvas => {
    if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
    return canvas;
  };
  /**
   * The frame's grey picture: a camera's own luminance plane as it is where the frame has one, else made from its colours.
   *
   * @throws Error where this browser cannot draw in a worker: hand over `ImageData` there.
   */
  return async (frame) => {
    if ('data' in frame) return greyOf(frame);
    return (await planeOf(frame)) ?? greyOf(drawn(frame, canvasOf));
  };
}

async function planeOf(frame: VideoFrame | ImageBitmap): Promise<Luma | undefined> {
  if (!('copyTo' in frame) || !/^(?:I4\d\d|NV12)$/u.test(frame.format ?? '')) return undefined;
  const { width, height } = frame.visibleRect ?? { width: 0, height: 0 };
  if (width === 0 || Math.max(width, height) > LONGEST_SIDE) return undefined;
  const buffer = new Uint8Array(frame.allocationSize());
  const [plane] = await frame.copyTo(buffer);
  if (!plane) return undefined;
  const { offset, stride } = plane;
  if (stride === width) return { data: buffer.subarray(offset, offset + width * height), width, height };
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    data.set(buffer.subarray(offset + y * stride, offset + y * stride + width), y * width);
  }
  return { data, width, height };
}

function drawn(
  frame: VideoFrame | ImageBitmap,
  canvasOf: (width: number, height: number) => OffscreenCanvas,
): ImageData {
  const [fullWidth, fullHeight] = sizeOf(frame);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(fullWidth, fullHeight));
  const [width, height] = [fullWidth, fullHeight].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const context = canvasOf(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to draw the frame on');
  context.drawImage(frame, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Weights of ITU-R BT.601 in 1024ths. */
function greyOf({ data, width, height }: ImageData): Luma {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const grey = new Uint8Array(pixels.length);
  for (let at = 0; at < grey.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    grey[at] = ((pixel & 0xff) * 306 + ((pixel >> 8) & 0xff) * 601 + ((pixel >> 16) & 0xff) * 117) >> 10;
  }
  return { data: grey, width, height };
}
