import type { Luma } from '#scan/vision/luma.ts';
import { reduced } from '#scan/vision/pictures.ts';
import { type CameraFrame, sizeOf } from './messages.ts';

/** Larger frames are looked at smaller: a pass takes as long as it has pixels, and most codes have enough of them. */
const LONGEST_SIDE = 1280;
/** A closer look at such a frame has so many pixels at most. */
const FINEST_SIDE = 1920;

/** Makes a grey picture of a frame. */
export type LumaReader = (frame: CameraFrame) => Promise<Luma>;

/** Makes grey pictures of frames, with one canvas for all that have to be drawn. */
export function createLumaReader(): LumaReader {
  let canvas: OffscreenCanvas | undefined;
  /** Those of the frame before are not needed any more. */
  let planes = new Uint8Array();

  async function planeOf(frame: VideoFrame | ImageBitmap): Promise<Luma | undefined> {
    if (!('copyTo' in frame) || !/^(?:I4\d\d|NV12)$/u.test(frame.format ?? '')) return undefined;
    const { width, height } = frame.visibleRect ?? { width: 0, height: 0 };
    if (width === 0 || Math.max(width, height) > FINEST_SIDE) return undefined;
    const bytes = frame.allocationSize();
    if (planes.length !== bytes) planes = new Uint8Array(bytes);
    const [plane] = await frame.copyTo(planes);
    if (!plane) return undefined;
    const { offset, stride } = plane;
    if (stride === width) return { data: planes.subarray(offset, offset + width * height), width, height };
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) {
      data.set(planes.subarray(offset + y * stride, offset + y * stride + width), y * width);
    }
    return { data, width, height };
  }

  function drawn(frame: VideoFrame | ImageBitmap, longest: number): Luma {
    const size = sizeOf(frame);
    const scale = Math.min(1, longest / Math.max(...size));
    const [width = 1, height = 1] = size.map((side) => Math.max(1, Math.round(side * scale)));
    if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas to draw the frame on');
    context.drawImage(frame, 0, 0, width, height);
    return greyOf(context.getImageData(0, 0, width, height));
  }

  /**
   * Returns the frame's grey picture: a camera's own luminance plane as it is where the frame has one, else made from its colours.
   *
   * @throws Error where this browser cannot draw in a worker: hand over `ImageData` there.
   */
  return async (frame) => {
    if ('data' in frame) return greyOf(frame);
    const plane = await planeOf(frame);
    if (plane) return isLarge(plane) ? { ...reduced(plane), finer: () => plane } : plane;
    const [width, height] = sizeOf(frame);
    const small = drawn(frame, LONGEST_SIDE);
    return isLarge({ width, height }) ? { ...small, finer: () => drawn(frame, FINEST_SIDE) } : small;
  };
}

function isLarge({ width, height }: Pick<Luma, 'width' | 'height'>): boolean {
  return Math.max(width, height) > LONGEST_SIDE;
}

/** Returns the grey picture of colours, by the weights of ITU-R BT.601 in 1024ths. */
function greyOf({ data, width, height }: ImageData): Luma {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const grey = new Uint8Array(pixels.length);
  for (let at = 0; at < grey.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    grey[at] = ((pixel & 0xff) * 306 + ((pixel >> 8) & 0xff) * 601 + ((pixel >> 16) & 0xff) * 117) >> 10;
  }
  return { data: grey, width, height };
}
