import type { Page } from '@playwright/test';
import { isRight, readCorpus } from '#e2e/bench/scan/corpus.ts';
import { farLabel } from '#e2e/bench/scan/far.ts';
import { randomOf } from '#e2e/torture/random.ts';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import { type ScanLab, hasPhotos, openScanLab, photos } from './rig/scanLab.ts';
import { expect, test } from './rig/test.ts';
import { type Barcode, picture } from './rig/video.ts';

let lab: ScanLab;

test.beforeAll(async () => {
  lab = await openScanLab();
});
test.afterAll(() => lab.close());
test.beforeEach(async ({ page }) => {
  await page.goto(lab.origin);
  await page.waitForFunction(() => 'lab' in window);
});

function decode(page: Page, barcode: Barcode): Promise<FrameRead | undefined> {
  const { luma, width, height } = picture(barcode);
  return page.evaluate((drawn) => window.lab.decodeGrey(drawn.luma, drawn.width, drawn.height), {
    luma: Buffer.from(luma).toString('base64'),
    width,
    height,
  });
}

test('what the camera needs is loaded when it is asked for: a worker, its WebAssembly, and the last resort', () => {
  for (const name of [/\/decoderWorker-[^/]*\.js$/u, /\/zxing_reader-[^/]*\.wasm$/u, /\/scriptReader-[^/]*\.js$/u]) {
    expect(lab.files.filter((file) => name.test(file))).toHaveLength(1);
  }
});

test('reads every warehouse format, and says nothing on the console', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => void said.push(message.text()));
  const drawn: [encoder: string, text: string, symbology: string][] = [
    ['code128', 'D-1001', 'Code128'],
    ['code39', 'BAG-77', 'Code39'],
    ['ean13', '4006381333931', 'EAN13'],
    ['upca', '012345678905', 'UPCA'],
    ['interleaved2of5', '12345678901231', 'ITF'],
    ['qrcode', 'S-05-A', 'QRCode'],
    ['datamatrix', 'S-05-A', 'DataMatrix'],
  ];
  for (const [encoder, text, symbology] of drawn) {
    expect(await decode(page, { encoder, text })).toMatchObject({ text, symbology });
  }
  const blank = Buffer.alloc(640 * 480, 200).toString('base64');
  expect(await page.evaluate((luma) => window.lab.decodeGrey(luma, 640, 480), blank)).toBeUndefined();
  expect(said).toEqual([]);
});

test('a code that is too small for 1280 pixels is read of a frame of 1920, however the frame is handed over', async ({
  page,
}) => {
  const { text, picture: far, place } = farLabel('QRCode', 2, randomOf(1));
  const luma = Buffer.from(far.data).toString('base64');
  for (const as of ['planes', 'VideoFrame', 'ImageBitmap'] as const) {
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

test('keeps the separators of GS1 codes, and makes none up', async ({ page }) => {
  const text = '(01)04012345123456(10)ABC123(21)99';
  for (const [encoder, symbology] of [
    ['gs1-128', 'GS1-128'],
    ['gs1datamatrix', 'GS1DataMatrix'],
    ['gs1qrcode', 'GS1QRCode'],
  ] as const) {
    expect(await decode(page, { encoder, text })).toMatchObject({
      text: '010401234512345610ABC123\u001d2199',
      symbology,
    });
  }
  // Codes whose checksum is 102, the number of FNC1.
  for (const plain of ['D-1064', 'D-1122', 'D-1283']) {
    expect(await decode(page, { encoder: 'code128', text: plain })).toMatchObject({
      text: plain,
      symbology: 'Code128',
    });
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
  expect(right).toBeGreaterThanOrEqual(16); // of 25; `npm run bench:scan` has the figures
});
