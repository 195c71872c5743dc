import type { CameraFrame } from '#scan/decode/messages.ts';

/** A way to get a video's current picture, for a worker. @throws DOMException where there is none, or it cannot. */
type FrameTaker = (video: HTMLVideoElement) => CameraFrame | Promise<CameraFrame>;

/** Times that the picture may fail to be taken, one after the other, before another way is tried. */
const TAKES = 3;
/** Larger pictures are made smaller, where they are drawn here at all: longest side in pixels. */
const LONGEST_SIDE = 1280;

/** Takes pictures in the first of this browser's ways that works. */
export function createTaker(document: Document) {
  let ways = frameTakers(document);
  let failures = 0;
  return {
    /**
     * @param asPixels - in the way that every decoder can look at.
     * @returns `undefined` where there is no picture, or it could not be taken this time.
     * @throws where no way is left.
     */
    async take(video: HTMLVideoElement, asPixels: boolean): Promise<CameraFrame | undefined> {
      if (video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return undefined;
      try {
        const frame = await ways.at(asPixels ? -1 : 0)?.(video);
        failures = 0;
        return frame;
      } catch (error) {
        failures += 1;
        if (failures < TAKES) return undefined;
        failures = 0;
        if (ways.length === 1) throw error;
        ways = ways.slice(1);
        return undefined;
      }
    },
  };
}

/**
 * Returns the ways of this browser, the one that costs the main thread least first. A `VideoFrame` is not copied at all: size and
 * colours are the worker's. The last way is there always, and draws on the main thread.
 */
function frameTakers(document: Document): readonly FrameTaker[] {
  // What is not ImageData has to be drawn in the worker, for which it needs an OffscreenCanvas.
  const canDrawInWorker = typeof OffscreenCanvas === 'function';
  return [
    ...(canDrawInWorker && typeof VideoFrame === 'function' ? [asVideoFrame] : []),
    ...(canDrawInWorker && typeof createImageBitmap === 'function' ? [asImageBitmap] : []),
    asImageData(document),
  ];
}

const asVideoFrame: FrameTaker = (video) => new VideoFrame(video);

const asImageBitmap: FrameTaker = (video) => {
  const { width, height } = sizeOf(video);
  return createImageBitmap(video, { resizeWidth: width, resizeHeight: height });
};

function asImageData(document: Document): FrameTaker {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    const { width, height } = sizeOf(video);
    if (!context) throw new DOMException('no canvas', 'NotSupportedError');
    // Setting a canvas's size clears it, so only when it changes.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
}

function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
  return { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) };
}
