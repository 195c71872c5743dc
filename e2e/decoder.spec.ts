import type { Page } from '@playwright/test';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import { labOfRun } from './rig/labsOfRun.ts';
import { expect, test } from './rig/test.ts';
import { type Barcode, picture } from './rig/video.ts';

test.beforeEach(async ({ page }) => {
  await page.goto(labOfRun());
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

test('what the camera needs is loaded when it is asked for: a worker, its WebAssembly, and the last resort', async ({
  request,
}) => {
  const files = (await (await request.get(`${labOfRun()}/files.json`)).json()) as readonly string[];
  for (const name of [/\/decoderWorker-[^/]*\.js$/u, /\/zxing_reader-[^/]*\.wasm$/u, /\/scriptReader-[^/]*\.js$/u]) {
    expect(files.filter((file) => name.test(file))).toHaveLength(1);
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
