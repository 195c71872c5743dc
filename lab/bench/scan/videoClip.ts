import { open } from 'node:fs/promises';
import { CLIP_FRAMES, FRAMES_PER_SECOND, type Scene, drawFrame } from './videoScene.ts';

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
