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
  | { readonly kind: 'frame'; readonly decoder: number; readonly id: number; readonly frame: Frame }
  | { readonly kind: 'close'; readonly decoder: number };

/** What comes back. */
export type Reply =
  | { readonly kind: 'ready'; readonly decoder: number }
  | { readonly kind: 'read'; readonly decoder: number; readonly id: number; readonly seen: Seen }
  | { readonly kind: 'failed'; readonly decoder: number; readonly id?: number; readonly message: string };

/** What frames may lack: light, or pixels of the bars that are seen. */
export type Lack = 'dim' | 'small';

/** A frame's reads, and what the decoder says after it: its laps, and what frames without a code lack. */
export interface Seen {
  readonly reads: readonly FrameRead[];
  readonly laps: number;
  readonly lack: Lack | undefined;
}
