import type { Decoder, FrameRead } from '#scan/decode/decoder.ts';
import type { Frame } from '#scan/decode/messages.ts';
import { frameTakers } from './takeFrame.ts';

/** Hands a camera's pictures to a decoder, one after the other. */
export interface FrameSource {
  /** Begins, or begins anew after `stop`. */
  start(): void;
  /** Nothing is told after it. A frame that is being looked at is dropped. */
  stop(): void;
}

export interface FrameListener {
  /**
   * A frame was looked at.
   *
   * @param atMs - when it was taken, in milliseconds of a clock that only goes forward.
   */
  onFrame(read: FrameRead | undefined, atMs: number): void;
  /** No new picture has come for a while; told again as long as none comes. */
  onLost(): void;
  /** Frames cannot be looked at. The source has stopped. */
  onFailed(error: unknown): void;
}

export interface FrameOptions {
  /**
   * Opens another decoder in place of one that failed or does not answer, which was closed then. Whoever opened it closes
   * it in the end. Without it the first failure is told.
   */
  reopen?(): Promise<Decoder>;
}

/** So long without a new picture, in milliseconds, and the camera is taken for lost. */
const LOST_MS = 1_500;
/** So long without an answer, in milliseconds, and the decoder is taken for dead. Its files are loaded by then. */
const ANSWER_MS = 8_000;
/** After so many answers a decoder that replaced another may be replaced in turn. */
const PROVEN_FRAMES = 200;
/** How often the picture may fail to be taken, one time after the other, before another way is tried. */
const TAKES = 3;
const WATCH_MS = 250;
/** A page that was frozen did not wait: more than this is not counted at once, in milliseconds. */
const LONGEST_WAIT_MS = 2 * WATCH_MS;
/** Between two looks for a new picture, where the browser does not tell of them: thirty a second. */
const POLL_MS = 33;

/**
 * Takes a picture whenever there is a new one and the decoder is free: one frame is under way, the next one is the newest
 * there is by then, and those between are dropped. Nothing is taken while the page is hidden.
 *
 * @param video - shows the camera's stream.
 * @param decoder - takes every frame over.
 */
export function createFrameSource(
  video: HTMLVideoElement,
  decoder: Decoder,
  listener: FrameListener,
  { reopen }: FrameOptions = {},
): FrameSource {
  const document = video.ownerDocument;
  let takers = frameTakers(document);
  let current = decoder;
  let answers = 0;
  let isReplaced = false;
  let failedTakes = 0;
  /** Another one with every start and stop; 0 when stopped. */
  let run = 0;
  let runs = 0;
  let isBusy = false;
  let hasNewer = false;
  let missedMs = 0;
  let waitedMs = 0;
  let giveUp: (error: Error) => void = () => undefined;
  let unwatch: () => void = () => undefined;

  function onPicture(): void {
    missedMs = 0;
    if (document.hidden) return;
    hasNewer = true;
    if (!isBusy) void lookOn();
  }

  /** Looks at the newest picture for as long as there is a newer one. */
  async function lookOn(): Promise<void> {
    isBusy = true;
    while (hasNewer) {
      hasNewer = false;
      if (run !== 0) await look(run);
    }
    isBusy = false;
  }

  async function look(ofRun: number): Promise<void> {
    const atMs = performance.now();
    const frame = await taken();
    if (!frame) return;
    let read: FrameRead | undefined;
    try {
      read = await inTime(current.decode(frame));
    } catch (error) {
      if (run === ofRun) await replace(ofRun, error);
      return;
    } finally {
      if ('close' in frame) frame.close(); // as good as done where it was handed over
    }
    answers += 1;
    if (answers >= PROVEN_FRAMES) isReplaced = false;
    if (run === ofRun) listener.onFrame(read, atMs);
  }

  async function taken(): Promise<Frame | undefined> {
    if (video.readyState < video.HAVE_CURRENT_DATA || video.videoWidth === 0) return undefined;
    try {
      const frame = await takers[0]?.take(video);
      failedTakes = 0;
      return frame;
    } catch (error) {
      failedTakes += 1;
      if (failedTakes < TAKES) return undefined;
      if (takers.length > 1) takers = takers.slice(1);
      else if (run !== 0) fail(error);
      failedTakes = 0;
      return undefined;
    }
  }

  /** What a decoder owes; an error where it is not there in time. */
  async function inTime<T>(work: Promise<T>): Promise<T> {
    waitedMs = 0;
    const silence = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    try {
      return await Promise.race([work, silence]);
    } finally {
      giveUp = () => undefined;
    }
  }

  /** Once; a decoder that could not look at a single frame gets plain pixels from then on. */
  async function replace(ofRun: number, error: unknown): Promise<void> {
    if (!reopen || isReplaced) {
      fail(error);
      return;
    }
    isReplaced = true;
    if (answers === 0) takers = takers.slice(-1);
    answers = 0;
    current.close({ isDead: true });
    try {
      current = await inTime(reopen());
    } catch (second) {
      if (run === ofRun) fail(second);
    }
  }

  function fail(error: unknown): void {
    stop();
    listener.onFailed(error);
  }

  function watch(waited: number): void {
    if (document.hidden) return;
    if (isBusy) waitedMs += waited;
    if (waitedMs > ANSWER_MS) giveUp(new Error('the decoder does not answer'));
    missedMs += waited;
    if (missedMs <= LOST_MS) return;
    missedMs = 0;
    listener.onLost();
  }

  function stop(): void {
    run = 0;
    unwatch();
  }

  return {
    start() {
      stop();
      runs += 1;
      run = runs;
      missedMs = 0;
      waitedMs = 0;
      const stopWatching = everyWatch(watch);
      const stopPictures = onEachPicture(video, onPicture);
      unwatch = () => {
        stopWatching();
        stopPictures();
      };
    },
    stop,
  };
}

/** Calls for every picture that the video shows. @returns ends it. */
function onEachPicture(video: HTMLVideoElement, listener: () => void): () => void {
  if (!('requestVideoFrameCallback' in video)) return onEachCounted(video, listener);
  let handle = 0;
  const next = (): void => {
    handle = video.requestVideoFrameCallback(() => {
      next();
      listener();
    });
  };
  next();
  return () => video.cancelVideoFrameCallback(handle);
}

/** For browsers that do not tell of a picture. A video's time runs on when its camera is gone; this counts pictures. */
function onEachCounted(video: HTMLVideoElement, listener: () => void): () => void {
  let seen = -1;
  const timer = setInterval(() => {
    const { totalVideoFrames } = video.getVideoPlaybackQuality();
    if (totalVideoFrames === seen) return;
    seen = totalVideoFrames;
    listener();
  }, POLL_MS);
  return () => clearInterval(timer);
}

/** @param tick - hears how long it was since the last time, in milliseconds. */
function everyWatch(tick: (waited: number) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    tick(Math.min(now - last, LONGEST_WAIT_MS));
    last = now;
  }, WATCH_MS);
  return () => clearInterval(timer);
}
