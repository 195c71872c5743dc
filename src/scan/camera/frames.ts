import type { Decoder } from '#scan/decode/decoder.ts';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import { createTaker } from './takeFrame.ts';
import type { Frame, Lack } from '#scan/decode/messages.ts';

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
   * @param lack - what it lacked, where nothing was read of it.
   */
  onFrame(reads: readonly FrameRead[], atMs: number, lack: Lack | undefined): void;
  /** No new picture has come for a while; told again as long as none comes. */
  onLost(): void;
  /** Frames cannot be looked at. The source has stopped. */
  onFailed(error: unknown): void;
}

/** So long without a new picture, in milliseconds, and the camera is taken for lost. */
const LOST_MS = 1_500;
const WATCH_MS = 250;
/** A page that was frozen did not wait: more than this is not counted at once, in milliseconds. */
const LONGEST_WAIT_MS = 2 * WATCH_MS;
/** Between two looks for a new picture, where the browser does not tell of them: thirty a second. */
const POLL_MS = 33;

/**
 * Takes a picture whenever there is a new one and the decoder is free: one frame is under way, the next one is the newest
 * there is by then, and those between are dropped. Nothing is taken while the page is hidden.
 *
 * @param reopen - opens another decoder in place of one that failed or does not answer, which was closed then. Whoever
 *   opened it closes it in the end. Without it the first failure is told.
 */
export function createFrameSource(
  video: HTMLVideoElement,
  decoder: Decoder,
  listener: FrameListener,
  reopen?: () => Promise<Decoder>,
): FrameSource {
  const document = video.ownerDocument;
  const taker = createTaker(document);
  const guarded = guardDecoder(decoder, reopen);
  /** Another one with every start and stop; 0 when stopped. */
  let run = 0;
  let runs = 0;
  let missedMs = 0;
  let unwatch: () => void = () => undefined;

  /** Looks at the newest picture for as long as there is a newer one. */
  const lookOn = newestOnly(async () => {
    const mine = run;
    if (mine === 0) return;
    try {
      await look(mine);
    } catch (error) {
      if (run === mine) fail(error);
    }
  });

  function onPicture(): void {
    missedMs = 0;
    if (!document.hidden) lookOn();
  }

  /** @throws where frames can no longer be looked at. */
  async function look(ofRun: number): Promise<void> {
    const atMs = performance.now();
    const frame = await taker.take(video);
    if (!frame) return;
    let reads: readonly FrameRead[];
    try {
      reads = await guarded.decode(frame);
    } catch (error) {
      if (run !== ofRun) return;
      if (!guarded.hasAnswered()) taker.takePixels(); // it could not look at a single frame
      await guarded.replace(error);
      return;
    } finally {
      if ('close' in frame) frame.close(); // as good as done where it was handed over
    }
    if (run === ofRun) listener.onFrame(reads, atMs, guarded.lack());
  }

  function fail(error: unknown): void {
    stop();
    listener.onFailed(error);
  }

  function watch(waitedMs: number): void {
    if (document.hidden) return;
    guarded.wait(waitedMs);
    missedMs += waitedMs;
    if (missedMs <= LOST_MS) return;
    missedMs = 0;
    listener.onLost();
  }

  function stop(): void {
    run = 0;
    unwatch();
  }

  function start(): void {
    stop();
    runs += 1;
    run = runs;
    missedMs = 0;
    const endings = [everyWatch(watch), onEachPicture(video, onPicture)];
    unwatch = () => endings.forEach((end) => end());
  }

  return { start, stop };
}

/** Does `work` for as long as there is something new: all that comes while it is busy is done once. */
function newestOnly(work: () => Promise<void>): () => void {
  let isBusy = false;
  let hasNewer = false;
  async function goOn(): Promise<void> {
    isBusy = true;
    while (hasNewer) {
      hasNewer = false;
      await work();
    }
    isBusy = false;
  }
  return () => {
    hasNewer = true;
    if (!isBusy) void goOn();
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

/** So long without an answer, in milliseconds, and the decoder is taken for dead. Its files are loaded by then. */
const ANSWER_MS = 8_000;
/** After so many answers a decoder that replaced another may be replaced in turn. */
const PROVEN_FRAMES = 200;

/** A decoder that has to answer in time. @param reopen - opens the one that may take its place, once. */
function guardDecoder(decoder: Decoder, reopen?: () => Promise<Decoder>) {
  let current = decoder;
  let answers = 0;
  let isReplaced = false;
  let waitedMs = 0;
  let giveUp: ((error: Error) => void) | undefined;

  /** What a decoder owes. @throws where it is not there in time. */
  async function inTime<T>(work: Promise<T>): Promise<T> {
    waitedMs = 0;
    const silence = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    try {
      return await Promise.race([work, silence]);
    } finally {
      giveUp = undefined;
    }
  }

  return {
    /** @throws where it failed, or did not answer in time. */
    async decode(frame: Frame): Promise<readonly FrameRead[]> {
      const reads = await inTime(current.decode(frame));
      answers += 1;
      if (answers >= PROVEN_FRAMES) isReplaced = false;
      return reads;
    },
    /** What the last frame lacked. */
    lack: (): Lack | undefined => current.lack,
    /** Whether this decoder has looked at a frame. */
    hasAnswered: (): boolean => answers > 0,
    /** Puts another one in place of this, which has failed. @throws where none may, or none could be opened. */
    async replace(error: unknown): Promise<void> {
      if (!reopen || isReplaced) throw error;
      isReplaced = true;
      answers = 0;
      current.close({ isDead: true });
      current = await inTime(reopen());
    },
    /** Time passes, in which an answer may be waited for. */
    wait(ms: number): void {
      waitedMs += ms;
      if (waitedMs > ANSWER_MS) giveUp?.(new Error('the decoder does not answer'));
    },
  };
}
