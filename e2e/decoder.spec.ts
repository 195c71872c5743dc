import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import type { FrameRead } from '#scan/agreement.ts';
import { type ScanLab, hasPhotos, openScanLab, photos } from './rig/scanLab.ts';
import { type Barcode, picture } from './rig/video.ts';

/** A photo in the corpus's own words. */
interface Photo {
  readonly file: string;
  readonly set: string;
  readonly text: string | null;
  /** What else the picture truly holds. */
  readonly alt?: readonly string[];
}

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

test('what the camera needs is one chunk of its own', () => {
  expect(lab.files.filter((file) => /\/camera-[^/]*\.js$/u.test(file))).toHaveLength(1);
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
    expect(await decode(page, { encoder, text })).toEqual({ text, symbology });
  }
  const blank = Buffer.alloc(640 * 480, 200).toString('base64');
  expect(await page.evaluate((luma) => window.lab.decodeGrey(luma, 640, 480), blank)).toBeUndefined();
  expect(said).toEqual([]);
});

test('keeps the separators of GS1 codes, and makes none up', async ({ page }) => {
  const text = '(01)04012345123456(10)ABC123(21)99';
  for (const [encoder, symbology] of [
    ['gs1-128', 'GS1-128'],
    ['gs1datamatrix', 'GS1DataMatrix'],
    ['gs1qrcode', 'QRCode'],
  ] as const) {
    expect(await decode(page, { encoder, text })).toEqual({ text: '010401234512345610ABC123\u001d2199', symbology });
  }
  // Codes whose checksum is 102, the number of FNC1.
  for (const plain of ['D-1064', 'D-1122', 'D-1283']) {
    expect(await decode(page, { encoder: 'code128', text: plain })).toEqual({ text: plain, symbology: 'Code128' });
  }
});

test('reads photos that nobody here made, and nothing where nothing is', async ({ page }) => {
  test.skip(!hasPhotos, `no photos at ${photos}`);
  const all = JSON.parse(readFileSync(join(photos, 'manifest.json'), 'utf8')) as Photo[];
  const right: Record<string, number> = {};
  const wrong: string[] = [];
  for (const { file, set, text, alt = [] } of all) {
    right[set] ??= 0;
    const read = await page.evaluate((url) => window.lab.decodePhoto(url), `/photos/${file}`);
    if (read === undefined) continue;
    // An EAN-13 that begins with 0 is a UPC-A.
    if ([text, text?.replace(/^0/u, ''), ...alt].includes(read.text)) right[set] += 1;
    else wrong.push(`${file}: ${read.symbology} ${read.text}, not ${text}`);
  }
  test.info().annotations.push({ type: 'right', description: JSON.stringify(right) });
  expect(wrong).toEqual([]);
  // Measured: 16 of 29, 12 of 28, 24 of 30, 12 of 22, 12 of 27, 9 of 16, 10 of 26.
  const floor = { Code128: 15, EAN13: 11, QRCode: 23, Code39: 11, UPCA: 11, ITF: 8, DataMatrix: 9 };
  for (const [set, least] of Object.entries(floor)) expect.soft(right[set], set).toBeGreaterThanOrEqual(least);
});
