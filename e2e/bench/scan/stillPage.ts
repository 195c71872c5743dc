/// <reference types="vite/client" />
import { BrowserMultiFormatReader } from '@zxing/browser';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import { openDecoder } from '#scan/decode/decoder.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';

/** What one decoder said of one photo. */
export interface Said {
  /** All that it read, each in every way it says it; empty for nothing. */
  readonly texts: readonly string[];
  /** Until it had said so. */
  readonly ms: number;
}

/** One photo, looked at by all three. */
export interface Looked {
  readonly product: Said & { readonly frames: number; readonly passes: string };
  readonly wasm: Said;
  readonly browser: Said;
}

declare global {
  interface Window {
    look(url: string): Promise<Looked>;
  }
}

/** All formats. A photo has no site to name its ITF lengths: every even one from six digits on, if two passes agree. */
const rules: ReadingRules = {
  formats: barcodeFormats,
  itfLengths: Array.from({ length: 20 }, (_, index) => 6 + 2 * index),
};
/** A camera's frame. */
const [WIDTH, HEIGHT] = [1280, 720];
const FRAME_MS = 33;
/** A frame that is never tried in every way would go on for ever. */
const MOST_FRAMES = 600;

const browserReader = new BrowserMultiFormatReader();
const opened = Promise.all([
  openDecoder(rules),
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }),
]);

async function pictureOf(url: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const scale = Math.min(1, WIDTH / image.naturalWidth, HEIGHT / image.naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'white'; // a camera sees nothing through
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function pixelsOf(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The frame as a camera hands it over: planes, the grey one first. */
function frameOf({ data, width, height }: ImageData, timestamp: number): VideoFrame {
  const chroma = Math.ceil(width / 2) * Math.ceil(height / 2);
  const planes = new Uint8Array(width * height + 2 * chroma).fill(128);
  for (let at = 0; at < width * height; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
    planes[at] = (red * 306 + green * 601 + blue * 117) >> 10;
  }
  return new VideoFrame(planes, { format: 'I420', codedWidth: width, codedHeight: height, timestamp });
}

async function byProduct(pixels: ImageData): Promise<Looked['product']> {
  const decoder = await openDecoder(rules);
  const still = frameOf(pixels, 0);
  let sight = nothingSeen;
  let [ms, frames] = [0, 0];
  try {
    while (decoder.laps === 0 && frames < MOST_FRAMES) {
      const frame = still.clone();
      const startMs = performance.now();
      const read = await decoder.decode(frame);
      const judged = judgeFrame(sight, read, frames * FRAME_MS, rules);
      ms += performance.now() - startMs;
      frames += 1;
      sight = judged.sight;
      if (judged.accepted) return { texts: [judged.accepted.text], ms, frames, passes: judged.accepted.pass };
    }
    return { texts: [], ms, frames, passes: '' };
  } finally {
    still.close();
    decoder.close();
  }
}

async function byWasm(canvas: HTMLCanvasElement): Promise<Said> {
  const startMs = performance.now();
  const found = await readBarcodes(pixelsOf(canvas), { formats: [...barcodeFormats] });
  const ms = performance.now() - startMs;
  return { texts: found.flatMap(({ text, extra }) => [text, ...(/"UPCE":"(\d+)"/u.exec(extra) ?? []).slice(1)]), ms };
}

function byBrowser(canvas: HTMLCanvasElement): Said {
  const startMs = performance.now();
  let texts: string[] = [];
  try {
    texts = [browserReader.decodeFromCanvas(canvas).getText()];
  } catch {
    // nothing found, or its reader stumbled: it says nothing
  }
  return { texts, ms: performance.now() - startMs };
}

window.look = async (url) => {
  await opened;
  const canvas = await pictureOf(url);
  // Its defaults log each reader that finds nothing.
  console.warn = () => undefined;
  return { browser: byBrowser(canvas), wasm: await byWasm(canvas), product: await byProduct(pixelsOf(canvas)) };
};
