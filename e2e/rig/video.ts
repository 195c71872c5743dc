import { open } from 'node:fs/promises';
import bwipjs from 'bwip-js/node';

/** Barcode that is drawn: bwip-js's encoder and its text. */
export interface Barcode {
  readonly encoder: string;
  readonly text: string;
  /** As bwip-js names them: `parse`, `parsefnc`, … */
  readonly options?: Readonly<Record<string, boolean | string | number>>;
}

/** A grey picture, one byte for each pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
}

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES_PER_SECOND = 10;
const PAPER = 220;
const INK = 30;
const QUIET_MODULES = 12;

/**
 * Writes a video for Chromium's fake camera (`--use-file-for-fake-video-capture`), which plays it in a loop: each code
 * for 1.5 s with 1.2 s of nothing after it. Uncompressed (YUV4MPEG2), 640×480, 10 frames a second.
 *
 * @param codes - Code 128 texts, or barcodes of any kind.
 */
export async function barcodeVideo(path: string, codes: readonly (string | Barcode)[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
    const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
    const frame = async ({ luma }: Picture, seconds: number): Promise<void> => {
      const bytes = Buffer.concat([Buffer.from('FRAME\n'), luma, grey]);
      for (let count = 0; count < seconds * FRAMES_PER_SECOND; count += 1) await file.write(bytes);
    };
    for (const code of codes) {
      await frame(picture(typeof code === 'string' ? { encoder: 'code128', text: code } : code), 1.5);
      await frame(blank(WIDTH, HEIGHT), 1.2);
    }
  } finally {
    await file.close();
  }
}

/** The modules of a barcode. */
export function modulesOf({ encoder, text, options }: Barcode): Cells {
  // oxlint-disable-next-line import/no-named-as-default-member -- the named `raw` is an encoder of that name
  const symbol = bwipjs.raw({ bcid: encoder, text, ...options })[0];
  if (!symbol) throw new Error(`bwip-js drew nothing for ${encoder} ${text}`);
  return 'pixs' in symbol ? cellsOf(symbol) : barsOf(symbol.sbs);
}

/** A barcode in the middle of a 640×480 picture, as large as whole pixels for each module allow. */
export function picture(barcode: Barcode): Picture {
  const cells = modulesOf(barcode);
  const scale = Math.floor(
    Math.min(
      WIDTH / (cells.width + 2 * QUIET_MODULES),
      (cells.isFlat ? WIDTH : HEIGHT) / (cells.height + QUIET_MODULES),
    ),
  );
  if (scale < 1) throw new Error(`too wide for ${WIDTH} pixels: ${barcode.text}`);
  const into = blank(WIDTH, HEIGHT);
  const height = cells.isFlat ? HEIGHT / 2 : cells.height * scale;
  const left = Math.floor((WIDTH - cells.width * scale) / 2);
  const top = Math.floor((HEIGHT - height) / 2);
  for (let y = 0; y < height; y += 1) {
    const row = cells.isFlat ? 0 : Math.floor(y / scale);
    for (let x = 0; x < cells.width * scale; x += 1) {
      if (cells.isDark(Math.floor(x / scale), row)) into.luma[(top + y) * WIDTH + left + x] = INK;
    }
  }
  return into;
}

export interface Cells {
  readonly width: number;
  readonly height: number;
  /** Bars: one row is all there is. */
  readonly isFlat: boolean;
  isDark(x: number, y: number): boolean;
}

function cellsOf({ pixs, pixx, pixy }: { pixs: ArrayLike<number>; pixx: number; pixy: number }): Cells {
  return { width: pixx, height: pixy, isFlat: false, isDark: (x, y) => pixs[y * pixx + x] === 1 };
}

/** @param widths - bar, space, bar, … in modules. */
function barsOf(widths: ArrayLike<number>): Cells {
  const modules = Array.from(widths).flatMap((width, index) => Array<boolean>(width).fill(index % 2 === 0));
  return { width: modules.length, height: 1, isFlat: true, isDark: (x) => modules[x] === true };
}

function blank(width: number, height: number): Picture {
  return { width, height, luma: new Uint8Array(width * height).fill(PAPER) };
}
