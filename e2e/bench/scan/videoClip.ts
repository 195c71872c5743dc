import { open } from 'node:fs/promises';
import { type OfflineDecoder } from './videoOffline.ts';
import { CLIP_FRAMES, FRAMES_PER_SECOND, type Scene, drawFrame } from './videoScene.ts';

/** What a clip holds, found frame by frame and without a clock. */
export interface Readable {
  /** The first frame that any of the decoders reads rightly. `undefined`: none reads any. */
  readonly first: number | undefined;
  readonly by: string | undefined;
  /** Whether zxing-wasm as it comes reads any frame. */
  readonly isWasmRead: boolean;
}

/**
 * Writes scenes of one size, one after the other, as a video for Chromium's fake camera (YUV4MPEG2, grey, uncompressed:
 * what is read offline is what the page sees).
 *
 * @returns the frames.
 */
export async function writeClip(path: string, ...scenes: readonly [Scene, ...Scene[]]): Promise<readonly Uint8Array[]> {
  const [{ width, height }] = scenes;
  const file = await open(path, 'w');
  const frames: Uint8Array[] = [];
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
    const grey = new Uint8Array((width * height) / 2).fill(128);
    for (const scene of scenes) {
      for (let index = 0; index < CLIP_FRAMES; index += 1) {
        const luma = drawFrame(scene, index);
        frames.push(luma);
        await file.writev([Buffer.from('FRAME\n'), luma, grey]);
      }
    }
  } finally {
    await file.close();
  }
  return frames;
}

/** Looks for the first frame that can be read at all: each decoder goes on until its own first, or the best so far. */
export async function firstReadable(
  frames: readonly Uint8Array[],
  { width, height }: Scene,
  decoders: readonly OfflineDecoder[],
  isRight: (texts: readonly string[]) => boolean,
): Promise<Readable> {
  let first: number | undefined;
  let by: string | undefined;
  let isWasmRead = false;
  for (const { name, read } of decoders) {
    for (const [index, luma] of frames.entries()) {
      if (index >= (first ?? frames.length)) break;
      if (!isRight(await read({ luma, width, height }))) continue;
      first = index;
      by = name;
      if (name === 'zxing-wasm') isWasmRead = true;
    }
  }
  return { first, by, isWasmRead };
}
