import type { Charset } from '#contract/charsets.ts';
import { type Lap, type Said, greyOf, lapOf } from './lap.ts';
import { type Rival, lookBy, pixelsOf } from './rivals.ts';

/** One photo, looked at by all of them. */
export type Looked = Readonly<Record<Rival, Said>> & { readonly product: Lap };

/** Pixels of a camera's frame, the longer side first: a handheld held upright has tall frames. */
export type Box = readonly [long: number, short: number];

declare global {
  interface Window {
    look(url: string, box: Box, charset?: Charset): Promise<Looked>;
  }
}

async function pictureOf(url: string, [long, short]: Box): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(
    1,
    long / Math.max(naturalWidth, naturalHeight),
    short / Math.min(naturalWidth, naturalHeight),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'white'; // a camera sees nothing through
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

window.look = async (url, box, charset) => {
  const canvas = await pictureOf(url, box);
  return {
    browser: await lookBy('browser', canvas),
    wasm: await lookBy('wasm', canvas),
    zbar: await lookBy('zbar', canvas),
    product: await lapOf(greyOf(pixelsOf(canvas)), canvas, charset),
  };
};
