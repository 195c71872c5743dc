import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { printGate, printReport } from '#lab/bench/figures.ts';
import { type CorpusPhoto, readCorpus } from './corpus.ts';
import { openPhotoLab } from './photoLab.ts';
import type { Box } from './stillPage.ts';
import { type Result, reportOf } from './stillReport.ts';

/** Photos that every decoder looks at before it is measured: its code is compiled by then. */
const WARM_UP = 5;
const FRAME: Box = [1280, 720];
const SMALL: Box = [640, 480];

/**
 * A folder's photos, each shown to the product's own pipeline as a camera's picture that stands still, and beside it to
 * zxing-wasm, ZBar and @zxing/browser as they come; once in a camera's frame, once in a small one. Prints tables and gates.
 *
 * @param out - gets every photo's result as JSON.
 * @returns whether every gate was met.
 * @throws CorpusError where the folder cannot be read.
 */
export async function benchStill(folder: string, out?: string): Promise<boolean> {
  const { photos, absent } = await readCorpus(folder);
  const lab = await openPhotoLab(folder, 'stillPage.ts');
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ args: [...chromiumArgs], ...(executablePath && { executablePath }) });
  const results: Result[] = [];
  const broken: string[] = [];
  try {
    const page = await browser.newPage();
    await page.goto(lab.origin);
    await page.waitForFunction(() => 'look' in window);
    const look = ({ file, charset }: CorpusPhoto, box: Box): Promise<Result['looked']> =>
      page.evaluate((asked) => window.look(asked.url, asked.box, asked.charset), {
        url: `/photos/${file.split('/').map(encodeURIComponent).join('/')}`,
        box,
        charset,
      });
    for (const photo of photos.slice(0, WARM_UP)) await look(photo, FRAME).catch(() => undefined);
    for (const photo of photos) {
      try {
        results.push({ photo, looked: await look(photo, FRAME), small: await look(photo, SMALL) });
      } catch (error) {
        if (page.isClosed()) throw error;
        broken.push(photo.file);
      }
    }
  } finally {
    await browser.close();
    await lab.close();
  }
  const { lines, gates } = reportOf(results);
  printReport('photos', lines);
  if (absent.length > 0) console.log(`not there, left out: ${absent.join(', ')}`);
  if (broken.length > 0) console.log(`no picture, left out: ${broken.join(', ')}`);
  for (const { what, seen, isMet } of gates) printGate(what, seen, 'as it says', isMet);
  if (out !== undefined) await writeFile(out, `${JSON.stringify({ gates, absent, broken, results }, undefined, 1)}\n`);
  return gates.every(({ isMet }) => isMet);
}
