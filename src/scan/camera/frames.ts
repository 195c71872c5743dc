import type { Decoder } from '#scan/decode/decoder.ts';
import { createTaker } from './takeFrame.ts';
import type { CameraFrame, Seen } from '#scan/decode/messages.ts';

export type FrameSource = ReturnType<typeof createFrameSource>;

export interface FrameListener {
  /** A frame was looked at. @param atMs - when it was taken, in milliseconds of a clock that only goes forward. */
  onFrame(seen: Seen, atMs: number): void;
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
 * Hands a camera's pictures to a decoder: takes one whenever there is a new one and the decoder is free. One frame is
 * under way, the next one is the newest there is by then, and those between are dropped. Nothing is taken while the page
 * is hidden.
 *
 * @param open - opens a decoder: at once, as the permission may take longer, and in place of one that failed or does not
 *   answer.
 */
export function createFrameSource(video: HTMLVideoElement, open: () => Promise<Decoder>, listener: FrameListener) {
  const document = video.ownerDocument;
  const taker = createTaker(document);
  const guarded = guardDecoder(open);
  /** Another one with every start; none when stopped. */
  let run: object | undefined;
  let missedMs = 0;
  let unwatch: () => void = () => undefined;

  /** Looks at the newest picture for as long as there is a newer one. */
  const decodeNewest = newestOnly(async () => {
    const mine = run;
    if (!mine) return;
    try {
      await decodeOne(mine);
    } catch (error) {
      if (run !== mine) return;
      stop();
      listener.onFailed(error);
    }
  });

  function onPicture(): void {
    missedMs = 0;
    if (!document.hidden) decodeNewest();
  }

  /** @throws where frames can no longer be looked at. */
  async function decodeOne(ofRun: object): Promise<void> {
    const atMs = performance.now();
    const frame = await taker.take(video, guarded.needsPixels());
    if (!frame) return;
    let seen: Seen;
    try {
      seen = await guarded.decode(frame);
    } catch (error) {
      if (run !== ofRun) return;
      await guarded.replace(error);
      return;
    } finally {
      if ('close' in frame) frame.close(); // as good as done where it was handed over
    }
    if (run === ofRun) listener.onFrame(seen, atMs);
  }

  function watch(waitedMs: number): void {
    if (document.hidden) return;
    guarded.wait(waitedMs);
    missedMs += waitedMs;
    if (missedMs <= LOST_MS) return;
    missedMs = 0;
    listener.onLost();
  }

  /** Ends it: nothing is told after it. A frame that is being looked at is dropped. */
  function stop(): void {
    run = undefined;
    unwatch();
  }

  /**
   * Begins once the decoder is loaded, or begins anew after `stop`.
   *
   * @throws where the decoder could not be loaded; `close` then, and it is loaded anew by the next call.
   */
  async function start(): Promise<void> {
    stop();
    const mine = {};
    run = mine;
    await guarded.load();
    if (run !== mine) return;
    missedMs = 0;
    const endings = [everyWatch(watch), onEachPicture(video, onPicture)];
    unwatch = () => endings.forEach((end) => end());
  }

  guarded.load().catch(() => undefined); // told where it is awaited
  return { start, stop, close: guarded.close };
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

/** Guards a decoder that has to answer in time, and the one that may take its place, once. */
function guardDecoder(open: () => Promise<Decoder>) {
  let opening: Promise<Decoder> | undefined;
  let answers = 0;
  let isReplaced = false;
  let needsPixels = false;
  let waitedMs = 0;
  let giveUp: ((error: Error) => void) | undefined;

  function load(): Promise<Decoder> {
    if (opening) return opening;
    answers = 0;
    isReplaced = false;
    needsPixels = false;
    opening = open();
    return opening;
  }

  /** Awaits a decoder's work. @throws where it is not there in time. */
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
    /** @throws where none could be loaded; `close` then, and it is tried anew. */
    load,
    /** @throws where it failed, or did not answer in time. */
    async decode(frame: CameraFrame): Promise<Seen> {
      const decoder = await opening;
      if (!decoder) throw new Error('the decoder is closed');
      const seen = await inTime(decoder.decode(frame));
      answers += 1;
      if (answers >= PROVEN_FRAMES) isReplaced = false;
      return seen;
    },
    /** Tells whether the one before could not look at a single frame: then the next one gets them in the way that every decoder can look at. */
    needsPixels: (): boolean => needsPixels,
    /** Puts another one in place of this, which has failed. @throws where none may, or none could be opened. */
    async replace(error: unknown): Promise<void> {
      if (isReplaced || !opening) throw error;
      isReplaced = true;
      needsPixels ||= answers === 0;
      answers = 0;
      opening = opening.then((failed) => {
        failed.close({ isDead: true });
        return open();
      });
      await inTime(opening);
    },
    /** Time passes, in which an answer may be waited for. */
    wait(ms: number): void {
      waitedMs += ms;
      if (waitedMs > ANSWER_MS) giveUp?.(new Error('the decoder does not answer'));
    },
    /** Lets go of it; another one is loaded for the next picture. */
    close(): void {
      opening?.then(
        (opened) => opened.close(),
        () => undefined,
      );
      opening = undefined;
    },
  };
}
