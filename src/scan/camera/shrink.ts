/** The limits of a picture that is taken: its long side in pixels, and its bytes as a JPEG. */
export interface PictureLimits {
  readonly longSide: number;
  readonly bytes: number;
}

interface PictureSides {
  readonly width: number;
  readonly height: number;
}

/** A try to make a picture small enough. */
export interface PictureTry extends PictureSides {
  /** From 0 to 1. */
  readonly quality: number;
}

/** The qualities that are tried at each size, the best first: below the last one letters on a label are not read any more. */
const QUALITIES = [0.8, 0.65, 0.5];
/** The sizes that are tried, as parts of the long side that is allowed. */
const PARTS = [1, 0.75, 0.5, 0.375];

/** Returns the tries for a picture of this size, the best first: less quality, then a smaller size. No picture is made larger. */
export function pictureTries({ width, height }: PictureSides, longSide: number): readonly PictureTry[] {
  return PARTS.flatMap((part) => {
    const scale = Math.min(1, (longSide * part) / Math.max(width, height));
    const side = (length: number): number => Math.max(1, Math.round(length * scale));
    return QUALITIES.map((quality) => ({ width: side(width), height: side(height), quality }));
  });
}

/** Draws a picture as a JPEG; `undefined`: this browser cannot. */
export type DrawJpeg = (picture: PictureTry) => Promise<Blob | undefined>;

/** Makes a picture small enough. @returns its JPEG; `undefined`: no try is within the limits. */
export async function shrink(
  size: PictureSides,
  { longSide, bytes }: PictureLimits,
  draw: DrawJpeg,
): Promise<Blob | undefined> {
  for (const next of pictureTries(size, longSide)) {
    const jpeg = await draw(next);
    if (jpeg && jpeg.size <= bytes && jpeg.type === 'image/jpeg') return jpeg;
  }
  return undefined;
}

/**
 * Takes the picture that a video shows now, as a JPEG within limits. Nothing but the picture is in it: neither place nor time.
 *
 * @returns `undefined` where there is no picture, or none that is small enough.
 */
export async function takePicture(video: HTMLVideoElement, limits: PictureLimits): Promise<Blob | undefined> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return undefined;
  const still = canvasOf(video, { width, height });
  return still && shrink({ width, height }, limits, (next) => jpegOf(still, next));
}

/** Draws something in a size of its own: the video goes on while it is made smaller. */
function canvasOf(source: CanvasImageSource, { width, height }: PictureSides): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  context?.drawImage(source, 0, 0, width, height);
  return context ? canvas : undefined;
}

function jpegOf(still: HTMLCanvasElement, next: PictureTry): Promise<Blob | undefined> {
  const canvas = canvasOf(still, next);
  return new Promise((resolve) => {
    if (canvas) canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', next.quality);
    else resolve(undefined);
  });
}
