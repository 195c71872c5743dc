import type { Lack } from '#scan/vision/lack.ts';
import type { ReadingRules } from './formats.ts';
import type { FrameRead } from './frameRead.ts';

/** One picture. `ImageBitmap` and `VideoFrame` need an OffscreenCanvas in the worker; `ImageData` goes everywhere. */
export type CameraFrame = VideoFrame | ImageBitmap | ImageData;

/** Returns the size of a frame in pixels. */
export function sizeOf(frame: CameraFrame): readonly [width: number, height: number] {
  return 'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
}

/** A message to the worker. */
export type Request =
  | { readonly kind: 'open'; readonly decoder: number; readonly rules: ReadingRules }
  | { readonly kind: 'frame'; readonly decoder: number; readonly frame: CameraFrame }
  | { readonly kind: 'close'; readonly decoder: number };

/** A message of the worker: one answer to each request but `close`, in the order asked. */
export type Reply = Seen | { readonly failed: string };

/** The reason why a symbol is no code: it is a part of one, or its letters are in no character set that is known. */
export type Unreadable = 'part' | 'letters';

/** All that was seen in a frame. */
export interface Seen {
  /** The codes that can be read in it. What is read is not yet a scan: `judgeFrame`. */
  readonly reads: readonly FrameRead[];
  /** Times that a picture without a code has been tried in every way there is: after one, more of it is no use. */
  readonly laps: number;
  /**
   * `true`: codes that are not among the reads may be in sight still, as what reads them has its turn only now and then, and
   * has not been tried in vain often enough since. @default false
   */
  readonly isHeld?: boolean;
  /** The lack of a frame of which nothing was read, where it is known. */
  readonly lack?: Lack | undefined;
  /** The reason why a symbol in it is no code, where there is one. */
  readonly unreadable?: Unreadable | undefined;
}
