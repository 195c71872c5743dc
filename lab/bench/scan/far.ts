import { chromium } from '@playwright/test';
import { percentile, print, printGate } from '#lab/bench/figures.ts';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import type { Luma } from '#scan/vision/luma.ts';
import { reduced } from '#scan/vision/pictures.ts';
import { barcodeOf, labelOf, usual } from './curves.ts';
import { drawLabel } from './labelScene.ts';
import { openPhotoLab } from './photoLab.ts';
import type { ShelfSeen } from './shelfPage.ts';

/** A label far away, and what came of it in a camera of 1280×720 and in one of 1920×1080. */
export interface FarRun {
  /** Pixels of a module in the larger picture. */
  readonly module: number;
  readonly text: string;
  readonly less: ShelfSeen;
  readonly more: ShelfSeen;
}

const FULL = { width: 1920, height: 1080 };
/** The part of it that a label is drawn in. */
const PART = { width: 540, height: 400 };
const TABLE = 150;
const MODULES = [3, 2.4, 2, 1.6, 1.3];
const LETTERS = 6;
/** Factor by which page and worker are slower than this machine. */
const SLOWER = 4;
const MOST_MS = 3_000;
/** Of the labels that are read with 1280 pixels, so many times more are read with 1920. */
const LEAST_GAIN = 1.1;

/**
 * Labels made by seed, ever further away, held still before the decoder on slow processors: what is read of them where
 * the camera gives 1280×720 and where it gives 1920×1080, and how much longer a look takes.
 *
 * @param labels - of each distance.
 * @returns whether more of them are read with more pixels, and none wrong.
 */
export async function benchFar({ clips: labels, seed }: { clips: number; seed: number }): Promise<boolean> {
  const random = randomOf(seed);
  const lab = await openPhotoLab('.', 'shelfPage.ts');
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ args: [...chromiumArgs], ...(executablePath && { executablePath }) });
  const runs: FarRun[] = [];
  try {
    const page = await browser.newPage();
    await page.goto(lab.origin);
    await page.waitForFunction(() => 'readShelf' in window);
    const seen = ({ data, width, height }: Luma, empty: number): Promise<ShelfSeen> =>
      page.evaluate((held) => window.readShelf(held), {
        luma: Buffer.from(data).toString('base64'),
        width,
        height,
        rules: warehouseRules,
        many: 1,
        times: SLOWER,
        empty,
        mostMs: MOST_MS,
      });
    for (const module of MODULES) {
      for (let number = 0; number < labels; number += 1) {
        const format = warehouseRules.formats[number % warehouseRules.formats.length]!;
        const { text, picture } = farLabel(format, module, random);
        const empty = random.whole(1, 30); // the ways of reading take turns: none is first each time
        runs.push({ module, text, less: await seen(reduced(picture), empty), more: await seen(picture, empty) });
      }
    }
  } finally {
    await browser.close();
    await lab.close();
  }
  return printFar(runs);
}

/** A label somewhere in a large picture, in half of them turned. @returns with the place of its middle, in pixels. */
export function farLabel(format: BarcodeFormat, module: number, random: Random) {
  const barcode = barcodeOf(format, random, LETTERS);
  const turned = [0, random.whole(-4, 4), random.whole(-35, 35), 90][random.whole(0, 3)]!;
  const part = drawLabel(labelOf(barcode), { ...usual, module, turned }, random.whole(1, 1_000_000), PART);
  const data = new Uint8Array(FULL.width * FULL.height).fill(TABLE);
  const left = random.whole(0, FULL.width - PART.width);
  const top = random.whole(0, FULL.height - PART.height);
  for (let y = 0; y < PART.height; y += 1) {
    data.set(part.subarray(y * PART.width, (y + 1) * PART.width), (top + y) * FULL.width + left);
  }
  const place = { x: left + PART.width / 2, y: top + PART.height / 2 };
  return { text: barcode.text, picture: { ...FULL, data } satisfies Luma, place };
}

function printFar(runs: readonly FarRun[]): boolean {
  const { lines, less, more, wrong, looks } = farReport(runs);
  for (const line of lines) print('labels far away', line);
  print('a look with 1920 pixels, of one with 1280', `${looks.toFixed(2)} times as long`);
  const isMore = more >= LEAST_GAIN * less;
  printGate(
    'read with 1920 pixels',
    `${more} of ${runs.length}, ${less} with 1280`,
    `≥ ${LEAST_GAIN} times as many`,
    isMore,
  );
  printGate('labels read wrong', `${wrong}`, '0', wrong === 0);
  return isMore && wrong === 0;
}

/** A line for each distance, how many were read, how much longer a look took. Pure. */
export function farReport(runs: readonly FarRun[]) {
  const isRead = (text: string, { reads }: ShelfSeen): boolean => reads.some((read) => read.text === text);
  const said = (some: readonly FarRun[], size: 'less' | 'more'): string => {
    const read = some.filter((run) => isRead(run.text, run[size]));
    const ms = percentile(
      read.map((run) => run[size].reads[0]!.atMs),
      0.5,
    );
    return `${read.length} of ${some.length}${read.length > 0 ? `, p50 ${Math.round(ms)} ms` : ''}`;
  };
  const lines = [...new Set(runs.map(({ module }) => module))].map((module) => {
    const some = runs.filter((run) => run.module === module);
    return `${module} px a module in 1920: ${said(some, 'less')} with 1280 · ${said(some, 'more')} with 1920`;
  });
  const mean = (size: 'less' | 'more'): number => runs.reduce((sum, run) => sum + run[size].lookMs, 0) / runs.length;
  return {
    lines,
    less: runs.filter((run) => isRead(run.text, run.less)).length,
    more: runs.filter((run) => isRead(run.text, run.more)).length,
    wrong: runs.flatMap(({ text, less, more }) => [...less.reads, ...more.reads].filter((read) => read.text !== text))
      .length,
    looks: mean('more') / mean('less'),
  };
}
