import type { FrameRead } from './agreement.ts';

/** Looks at the picture again and again. */
export interface CameraLoop {
  start(): void;
  stop(): void;
}

export interface LoopListener {
  /** @param atMs - milliseconds on a clock that only goes forward. */
  onFrame(read: FrameRead | undefined, atMs: number): void;
  /** No new picture has come for a while. */
  onLost(): void;
  /** A frame could not be looked at. The loop has ended. */
  onFailed(error: unknown): void;
}

/** Pause between two attempts, in milliseconds; the library's own is 500. */
const PAUSE_MS = 50;
/** Larger frames are drawn smaller: longest side in pixels. */
const LONGEST_SIDE = 1280;
/** So long of looking without a new frame, in milliseconds, and the camera is taken for lost. */
const LOST_MS = 1_500;
/** A hidden page looks seldom: what it missed meanwhile does not count. */
const LONGEST_LOOK_MS = 200;

export function createCameraLoop(
  video: HTMLVideoElement,
  decoder: { decode(frame: HTMLCanvasElement): FrameRead | undefined },
  listener: LoopListener,
): CameraLoop {
  const canvas = video.ownerDocument.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let framesSeen = -1;
  let lookedMs = 0;
  let missedMs = 0;

  function decodeFrame(): FrameRead | undefined {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
    resize(canvas, Math.round(videoWidth * scale), Math.round(videoHeight * scale));
    context?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decoder.decode(canvas);
  }

  function look(): void {
    const nowMs = performance.now();
    missedMs += Math.min(nowMs - lookedMs, LONGEST_LOOK_MS);
    lookedMs = nowMs;
    // Its time runs on when the camera is gone; this counts pictures.
    const frames = video.getVideoPlaybackQuality().totalVideoFrames;
    if (frames === framesSeen || video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) {
      timer = setTimeout(look, PAUSE_MS);
      if (missedMs > LOST_MS) {
        missedMs = 0;
        listener.onLost();
      }
      return;
    }
    framesSeen = frames;
    missedMs = 0;
    let read: FrameRead | undefined;
    try {
      read = decodeFrame();
    } catch (error) {
      listener.onFailed(error);
      return;
    }
    timer = setTimeout(look, PAUSE_MS); // before the listener, who may stop the loop
    listener.onFrame(read, performance.now());
  }

  return {
    start() {
      framesSeen = -1;
      missedMs = 0;
      lookedMs = performance.now();
      clearTimeout(timer);
      timer = setTimeout(look, 0);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Setting a canvas's size clears it, so only when it changes. */
function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
