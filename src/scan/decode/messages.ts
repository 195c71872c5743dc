import type { ReadingRules } from './formats.ts';
import type { FrameRead } from './frameRead.ts';

/** One picture. `ImageBitmap` and `VideoFrame` need an OffscreenCanvas in the worker; `ImageData` goes everywhere. */
export type Frame = VideoFrame | ImageBitmap | ImageData;

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

/** A frame's read, and the decoder's laps after it. */
export interface Seen {
  readonly read: FrameRead | undefined;
  readonly laps: number;
}
