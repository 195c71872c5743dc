/// <reference types="vite/client" />
import { BrowserMultiFormatReader } from '@zxing/browser';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { openDecoder } from '#scan/decode/decoder.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { type Lap, type Said, greyOf, lapOf, photoRules } from './lap.ts';

/** One photo, looked at by all three. */
export interface Looked {
  readonly product: Lap;
  readonly wasm: Said;
  readonly browser: Said;
}

declare global {
  interface Window {
    look(url: string): Promise<Looked>;
  }
}

/** A camera's frame. */
const [WIDTH, HEIGHT] = [1280, 720];

const browserReader = new BrowserMultiFormatReader();
const opened = Promise.all([
  openDecoder(photoRules),
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
  return {
    browser: byBrowser(canvas),
    wasm: await byWasm(canvas),
    product: await lapOf(greyOf(pixelsOf(canvas)), canvas),
  };
};
