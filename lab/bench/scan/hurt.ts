import { printReport } from '#lab/bench/figures.ts';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import { CorpusError, type CorpusPhoto, isNegative, isRight, readCorpus } from './corpus.ts';
import type { Held } from './hurtPage.ts';
import { openPhotoLab } from './photoLab.ts';
import { aroundFormats } from './videoChoice.ts';
import { type VideoOptions, itfLengthsOf } from './video.ts';
import { type Hindrance, lastingHindrances } from './videoScene.ts';

/** One clip, and what the product accepted of it. */
export interface Hurt {
  readonly photo: CorpusPhoto;
  readonly hindrance: Hindrance;
  readonly texts: readonly string[];
}

/**
 * Clips of a folder's photos that stay blurred, dim or half covered, a format after the other, each photo in all three
 * ways: little of them can be read, and what is accepted must be what the photo holds. No clock decides anything.
 *
 * @param corpus - a folder with a manifest.json.
 * @returns whether no wrong value was accepted.
 * @throws CorpusError where the folder has nothing to make a clip of.
 */
export async function benchHurt(corpus: string, { clips, seed }: VideoOptions): Promise<boolean> {
  const photos = (await readCorpus(corpus)).photos.filter((photo) => !isNegative(photo));
  if (photos.length === 0) throw new CorpusError(`No photo of ${corpus} holds a code.`);
  const itfLengths = itfLengthsOf(photos);
  const random = randomOf(seed);
  const planned = aroundFormats(photos, random)
    .flatMap((photo) => lastingHindrances.map((hindrance) => ({ photo, held: heldBy(hindrance, random) })))
    .slice(0, clips);
  const lab = await openPhotoLab(resolve(corpus), 'hurtPage.ts');
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ args: [...chromiumArgs], ...(executablePath && { executablePath }) });
  try {
    const page = await browser.newPage();
    await page.goto(lab.origin);
    await page.waitForFunction(() => 'watch' in window);
    const hurts: Hurt[] = [];
    for (const { photo, held } of planned) {
      const url = `/photos/${photo.file.split('/').map(encodeURIComponent).join('/')}`;
      const texts = await page.evaluate((asked) => window.watch(asked.url, asked.held, asked.itfLengths), {
        url,
        held,
        itfLengths,
      });
      hurts.push({ photo, hindrance: held.hindrance, texts });
    }
    const { lines, isMet } = hurtReport(hurts);
    printReport(`--hurt --clips ${clips} --seed ${seed}`, lines);
    return isMet;
  } finally {
    await browser.close();
    await lab.close();
  }
}

/** The table of a run and its gate: no wrong value, in any format. Pure. */
export function hurtReport(hurts: readonly Hurt[]): { readonly lines: readonly string[]; readonly isMet: boolean } {
  const wrong = hurts.flatMap((hurt) =>
    hurt.texts.filter((text) => !isRight(hurt.photo, [text])).map((text) => ({ ...hurt, text })),
  );
  const formats = [...new Set(hurts.map(({ photo }) => photo.format))].sort();
  const rows = formats.map((format) => {
    const some = hurts.filter(({ photo }) => photo.format === format);
    const read = some.filter(({ photo, texts }) => texts.some((text) => isRight(photo, [text])));
    const wrongs = wrong.filter(({ photo }) => photo.format === format);
    return `${format.padEnd(12)} ${some.length} clips, ${read.length} read, ${wrongs.length} wrong`;
  });
  return {
    lines: [
      ...rows,
      ...wrong.map(({ photo, hindrance, text }) => `wrong, ${hindrance}: ${photo.file} read as ${text}`),
      `${wrong.length === 0 && hurts.length > 0 ? 'met    ' : 'NOT MET'}  no wrong value accepted: ${wrong.length} wrong in ${hurts.length} clips`,
    ],
    isMet: wrong.length === 0 && hurts.length > 0,
  };
}

function heldBy(hindrance: Hindrance, random: Random): Held {
  return {
    width: 1280,
    height: 720,
    hindrance,
    settledAt: 1.4,
    chance: { side: random.next(), angle: random.next(), tremor: random.next(), paper: random.next() },
    seed: random.whole(1, 1_000_000),
  };
}
