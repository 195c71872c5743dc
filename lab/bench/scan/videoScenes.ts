import type { Random } from '#e2e/rig/random.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BareBrowser, openBare } from '#lab/bench/bareBrowser.ts';
import { type CorpusPhoto, isRight } from './corpus.ts';
import { aroundFormats } from './videoChoice.ts';
import { showTo } from './videoPlay.ts';
import { type Grey, type Scene, hindrances } from './videoScene.ts';

/** Clips that turn out to hold no readable frame are left out: so many more are planned. */
const SPARE = 6;
const SMALL = { width: 640, height: 480 };
const LARGE = { width: 1280, height: 720 };

/**
 * Plans clips: photos of every format in turn that zxing-wasm or @zxing/browser reads as they are, each with a hindrance of its own.
 * Photos that fit into 640×480 are played so, the others in 1280×720. The same seed plans the same clips.
 */
export async function scenesOf(
  all: readonly CorpusPhoto[],
  origin: string,
  clips: number,
  random: Random,
): Promise<readonly { readonly photo: CorpusPhoto; readonly scene: Scene }[]> {
  const photos = aroundFormats(all, random);
  const profile = await mkdtemp(join(tmpdir(), 'scanline-photos-'));
  const browser = await openBare(profile);
  const scenes: { photo: CorpusPhoto; scene: Scene }[] = [];
  try {
    await browser.open(origin);
    await browser.until(`'bench' in window`);
    for (const photo of photos) {
      if (scenes.length === clips + SPARE) break;
      const drawn = await browser.evaluate<{ luma: string; width: number; height: number } | undefined>(
        `bench.grey(${JSON.stringify(`/photos/${photo.file.split('/').map(encodeURIComponent).join('/')}`)}, ${LARGE.width}, ${LARGE.height})`,
      );
      if (!drawn) continue;
      const { luma, ...size } = drawn;
      const grey: Grey = { luma: new Uint8Array(Buffer.from(luma, 'base64')), ...size };
      if (!(await isReadable(browser, photo, grey))) continue;
      const isSmall = grey.width <= SMALL.width && grey.height <= SMALL.height;
      const hindrance = hindrances[scenes.length % hindrances.length] ?? 'pan';
      scenes.push({ photo, scene: sceneOf(grey, isSmall ? SMALL : LARGE, hindrance, random) });
    }
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return scenes;
}

async function isReadable(browser: BareBrowser, photo: CorpusPhoto, grey: Grey): Promise<boolean> {
  for (const by of ['wasm', 'browser'] as const)
    if (isRight(photo, (await showTo(browser, by, grey)).texts)) return true;
  return false;
}

function sceneOf(photo: Grey, size: typeof SMALL, hindrance: Scene['hindrance'], random: Random): Scene {
  return {
    photo,
    ...size,
    hindrance,
    settledAt: 1.4 + random.next() * 0.8,
    chance: { side: random.next(), angle: random.next(), tremor: random.next(), paper: random.next() },
    seed: random.whole(1, 1_000_000),
  };
}
