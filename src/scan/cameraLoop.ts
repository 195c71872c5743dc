import type { Decoder, FrameRead } from './decoder.ts';

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

export function createCameraLoop(video: HTMLVideoElement, decoder: Decoder, listener: LoopListener): CameraLoop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let framesSeen = -1;
  let lookedMs = 0;
  let missedMs = 0;

  /** Larger pictures are handed over smaller. */
  async function picture(): Promise<ImageBitmap> {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
    return createImageBitmap(video, {
      resizeWidth: Math.round(videoWidth * scale),
      resizeHeight: Math.round(videoHeight * scale),
    });
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
    const round = timer;
    picture()
      .then((frame) => decoder.decode(frame))
      .then(
        (read) => {
          if (timer !== round) return; // stopped or started anew meanwhile
          timer = setTimeout(look, PAUSE_MS); // before the listener, who may stop the loop
          listener.onFrame(read, performance.now());
        },
        (error: unknown) => {
          if (timer === round) listener.onFailed(error);
        },
      );
  }

  return {
    start() {
      framesSeen = -1;
      missedMs = 0;
      lookedMs = performance.now();
      clearTimeout(timer);
      timer = setTimeout(look, 0);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
