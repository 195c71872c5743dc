import { chromium } from '@playwright/test';
import { percentile, print, printGate } from '#lab/bench/figures.ts';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import type { Size } from './labelScene.ts';
import { openPhotoLab } from './photoLab.ts';
import type { ShelfSeen } from './shelfPage.ts';
import { type Shelf, shelfOf } from './shelfScene.ts';

/** Factor by which page and worker are slower than this machine. */
const SLOWER = 4;
const WITHIN_MS = 1_000;
const MOST_MS = 5_000;
const EMPTY_FRAMES = 24;

/** A shelf, and what was read of it. */
export interface ShelfRun {
  readonly labels: Shelf['labels'];
  readonly seen: ShelfSeen;
}

/**
 * Shelves of twelve labels made by seed, held still before the decoder on slow processors: how many of the twelve are
 * accepted, and when the last of them. One more comes before them, for scripts that were just loaded are slow at first.
 *
 * @param shelves - how many.
 * @returns whether all were read in time, and nothing else.
 */
export async function benchShelf(
  { clips: shelves, seed }: { clips: number; seed: number },
  size: Size = { width: 1280, height: 720 },
): Promise<boolean> {
  const random = randomOf(seed);
  const lab = await openPhotoLab('.', 'shelfPage.ts');
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ args: [...chromiumArgs], ...(executablePath && { executablePath }) });
  try {
    const page = await browser.newPage();
    await page.goto(lab.origin);
    await page.waitForFunction(() => 'readShelf' in window);
    const runs: ShelfRun[] = [];
    for (let number = 0; number < shelves + 1; number += 1) {
      const { labels, luma } = shelfOf(warehouseRules.formats, random, size);
      const held = { ...size, luma: Buffer.from(luma).toString('base64'), many: labels.length };
      const seen = await page.evaluate((one) => window.readShelf(one), {
        ...held,
        rules: warehouseRules,
        times: SLOWER,
        empty: EMPTY_FRAMES,
        mostMs: MOST_MS,
      });
      runs.push({ labels, seen });
    }
    const [cold, ...warm] = runs as [ShelfRun, ...ShelfRun[]];
    print('the first shelf, everything just loaded', shelfReport([cold]).lines[0]!);
    return printShelves(warm);
  } finally {
    await browser.close();
    await lab.close();
  }
}

function printShelves(runs: readonly ShelfRun[]): boolean {
  const { lines, whole, wrong, lastMs } = shelfReport(runs);
  for (const line of lines) print('shelf', line);
  print(
    `all read, by time at ${SLOWER}×`,
    `p50 ${Math.round(percentile(lastMs, 0.5))} ms, last ${Math.round(Math.max(...lastMs))} ms`,
  );
  printGate(
    `shelves whole within ${WITHIN_MS} ms at ${SLOWER}×`,
    `${whole} of ${runs.length}`,
    'all',
    whole === runs.length,
  );
  printGate(
    'values that no label of the shelf has',
    `${wrong.length}${wrong.map((text) => ` ${text}`).join()}`,
    '0',
    wrong.length === 0,
  );
  return whole === runs.length && wrong.length === 0;
}

/** A line for each shelf, how many were whole in time, and what was read that is not there. Pure. */
export function shelfReport(runs: readonly ShelfRun[]) {
  const each = runs.map(({ labels, seen }) => {
    const missed = labels.filter(({ text }) => !seen.reads.some((read) => read.text === text));
    const lastMs = missed.length > 0 ? Infinity : Math.max(...seen.reads.map(({ atMs }) => atMs));
    const wrong = seen.reads.map(({ text }) => text).filter((text) => !labels.some((label) => label.text === text));
    const [first] = seen.reads;
    const lacks = missed.map(({ format, turned }) => ` ${format} turned ${turned}°`).join();
    const line = `${labels.length - missed.length} of ${labels.length} in ${seen.frames} frames, first ${Math.round(first?.atMs ?? Infinity)}, last ${Math.round(lastMs)} ms${lacks && `; not${lacks}`}`;
    return { line, lastMs, wrong };
  });
  return {
    lines: each.map(({ line }) => line),
    lastMs: each.map(({ lastMs }) => lastMs),
    whole: each.filter(({ lastMs }) => lastMs <= WITHIN_MS).length,
    wrong: each.flatMap(({ wrong }) => wrong),
  };
}
