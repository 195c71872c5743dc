import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import { openDecoder } from '#scan/decode/decoder.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';
import { slower, wait } from './slower.ts';
import { FRAMES_PER_SECOND } from './videoScene.ts';

/** Outcome of a shelf: codes in the order they were accepted, each with the milliseconds since the shelf came into the picture. */
export interface ShelfSeen {
  readonly reads: readonly { readonly text: string; readonly atMs: number }[];
  readonly frames: number;
  /** Milliseconds of a look, in the mean, at the speed of this machine. */
  readonly lookMs: number;
}

declare global {
  interface Window {
    readShelf(held: HeldShelf): Promise<ShelfSeen>;
  }
}

export interface HeldShelf {
  /** Grey pixels, base64. */
  readonly luma: string;
  readonly width: number;
  readonly height: number;
  readonly rules: ReadingRules;
  /** So many codes are enough. */
  readonly many: number;
  /** Factor by which the processor is taken to be slower. */
  readonly times: number;
  /** Nothing is in the picture for so many frames, as before a person has aimed. */
  readonly empty: number;
  /** Milliseconds after which what is not read is not waited for. */
  readonly mostMs: number;
}

const FRAME_MS = 1_000 / FRAMES_PER_SECOND;

/** Frames as a camera gives them: thirty a second, of which the decoder has the newest when it is free. */
window.readShelf = async ({ luma, width, height, rules, many, times, empty: before, mostMs }) => {
  const planes = (grey: (at: number) => number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array((width * height * 3) / 2).fill(128);
    for (let at = 0; at < width * height; at += 1) bytes[at] = grey(at);
    return bytes;
  };
  const pixels = atob(luma);
  const [empty, shelf] = [planes(() => 150), planes((at) => pixels.charCodeAt(at))];
  const decoder = slower(await openDecoder(rules), times);
  const reads: { text: string; atMs: number }[] = [];
  let [sight, lookMs] = [nothingSeen, 0];
  const look = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const takenMs = performance.now();
    const frame = new VideoFrame(bytes, { format: 'I420', codedWidth: width, codedHeight: height, timestamp: takenMs });
    const seen = await decoder.decode(frame);
    lookMs += (performance.now() - takenMs) / times;
    const judged = judgeFrame(sight, seen, takenMs, rules);
    sight = judged.sight;
    reads.push(...judged.accepted.map(({ text }) => ({ text, atMs: performance.now() - startMs })));
    await wait(FRAME_MS - (performance.now() - takenMs));
  };
  let startMs = performance.now();
  for (let frame = 0; frame < before; frame += 1) await look(empty);
  startMs = performance.now();
  let frames = 0;
  lookMs = 0;
  while (reads.length < many && performance.now() - startMs < mostMs) {
    await look(shelf);
    frames += 1;
  }
  decoder.close();
  return { reads, frames, lookMs: lookMs / frames };
};
