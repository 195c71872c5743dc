import { randomOf } from '#e2e/rig/random.ts';
import { labOfRun } from '#e2e/rig/labsOfRun.ts';
import { hasPhotos, photos } from '#e2e/rig/scanLab.ts';
import type { Shown } from '#e2e/rig/scanLabPage.ts';
import { expect, test } from '#e2e/rig/test.ts';
import { isRight, readCorpus } from './corpus.ts';
import { farLabel } from './far.ts';

const forms: readonly NonNullable<Shown['as']>[] = ['planes', 'VideoFrame', 'ImageBitmap'];

test.beforeEach(async ({ page }) => {
  await page.goto(labOfRun());
  await page.waitForFunction(() => 'lab' in window);
});

test('a code that is too small for 1280 pixels is read of a frame of 1920, however the frame is handed over', async ({
  page,
}) => {
  const { text, picture: far, place } = farLabel('QRCode', 2, randomOf(1));
  const luma = Buffer.from(far.data).toString('base64');
  for (const as of forms) {
    const read = await page.evaluate((shown) => window.lab.decodeGrey(shown.luma, 1920, 1080, { as: shown.as }), {
      luma,
      as,
    });
    expect(read, as).toMatchObject({ text, pass: 'enlarged' });
    for (const { x, y } of read?.corners ?? []) {
      expect(Math.hypot(1920 * x - place.x, 1080 * y - place.y), as).toBeLessThan(60);
    }
  }
});

test('reads photos that nobody here made, and nothing where nothing is', async ({ page }) => {
  test.skip(!hasPhotos, `no photos at ${photos}`);
  const corpus = await readCorpus(photos);
  const wrong: string[] = [];
  let right = 0;
  for (const photo of corpus.photos.filter((_, index) => index % 12 === 0)) {
    const read = await page.evaluate((url) => window.lab.decodePhoto(url), `/photos/${photo.file}`);
    if (read && isRight(photo, [read.text])) right += 1;
    else if (read) wrong.push(`${photo.file}: ${read.symbology} ${read.text}, not ${photo.texts.join(', ')}`);
  }
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThanOrEqual(16); // of 25; `npm run lab -- bench:scan` has the figures
});
