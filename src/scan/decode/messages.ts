import type { Lack } from '#scan/vision/lack.ts';
import type { ReadingRules } from './formats.ts';
import type { FrameRead } from './frameRead.ts';

/** One picture. `ImageBitmap` and `VideoFrame` need an OffscreenCanvas in the worker; `ImageData` goes everywhere. */
export type Frame = VideoFrame | ImageBitmap | ImageData;

export function sizeOf(frame: Frame): readonly [width: number, height: number] {
  return 'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
}

/** What goes to the worker. */
export type Request =
  | { readonly kind: 'open'; readonly decoder: number; readonly rules: ReadingRules }
  | { readonly kind: 'frame'; readonly decoder: number; readonly frame: Frame }
  | { readonly kind: 'close'; readonly decoder: number };

/** What comes back: one answer to each request but `close`, in the order asked. */
export type Reply = Seen | { readonly failed: string };

/** Why a symbol that was seen is no code: it is a part of one, or its letters are in no character set that is known. */
export type Unreadable = 'part' | 'letters';

/** What was seen in a frame. */
export interface Seen {
  /** The codes that can be read in it. What is read is not yet a scan: `judgeFrame`. */
  readonly reads: readonly FrameRead[];
  /** How often a picture without a code has been tried in every way there is: after once, more of it is no use. */
  readonly laps: number;
  /**
   * Whether codes that are not among the reads may be in sight still: what reads them has its turn only now and then, and
   * has not been tried in vain often enough since. @default false
   */
  readonly isHeld?: boolean;
  /** What the frame lacked, where nothing was read of it and that is known. */
  readonly lack?: Lack | undefined;
  /** Why a symbol in it is no code, where there is one. */
  readonly unreadable?: Unreadable | undefined;
}
