import type { Page, Route } from '@playwright/test';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import { labOfRun } from './rig/labsOfRun.ts';
import type { Shown } from './rig/scanLabPage.ts';
import { expect, test } from './rig/test.ts';
import { type Barcode, type Picture, picture } from './rig/video.ts';

async function openLab(page: Page): Promise<void> {
  await page.goto(labOfRun());
  await page.waitForFunction(() => 'lab' in window);
}

const blank: Barcode | undefined = undefined;
const blankPicture: Picture = { luma: new Uint8Array(640 * 480).fill(200), width: 640, height: 480 };

function accept(page: Page, barcode: Barcode | undefined, shown?: Shown): Promise<FrameRead | undefined> {
  return acceptPicture(page, barcode ? picture(barcode) : blankPicture, shown);
}

function acceptPicture(page: Page, { luma, width, height }: Picture, shown?: Shown): Promise<FrameRead | undefined> {
  const grey = Buffer.from(luma).toString('base64');
  return page.evaluate(({ drawn, wide, high, how }) => window.lab.decodeGrey(drawn, wide, high, how), {
    drawn: grey,
    wide: width,
    high: height,
    how: shown,
  });
}

/** Answers with what the lab sends, changed. */
async function changed(
  route: Route,
  change: { readonly body?: (body: string) => string; readonly headers?: Readonly<Record<string, string>> },
): Promise<void> {
  const response = await route.fetch();
  const headers = { ...response.headers(), ...change.headers };
  await route.fulfill(
    change.body ? { response, headers, body: change.body(await response.text()) } : { response, headers },
  );
}

/** A detector of the browser's own in the worker, which says of every picture what it is told to. */
async function detectorSays(page: Page, formats: readonly string[], format: string, text: string): Promise<void> {
  const stub = `globalThis.BarcodeDetector = class {
    static async getSupportedFormats() { return ${JSON.stringify(formats)}; }
    async detect() { return [{ format: ${JSON.stringify(format)}, rawValue: ${JSON.stringify(text)}, cornerPoints: [] }]; }
  };`;
  await page.route(/decoderWorker-[^/]*\.js$/u, (route) => changed(route, { body: (body) => `${stub}\n${body}` }));
}

const everyNativeFormat =
  'code_128 code_39 code_93 codabar itf ean_13 ean_8 upc_a upc_e qr_code data_matrix pdf417 aztec'.split(' ');
/** All formats that the browser's own detector has. */
const all: Shown = { rules: { formats: barcodeFormats.filter((one) => one !== 'DataBar'), itfLengths: [14] } };

const drawn: [encoder: string, text: string, symbology: string][] = [
  ['code128', 'D-1001', 'Code128'],
  ['code39', 'BAG-77', 'Code39'],
  ['ean13', '4006381333931', 'EAN13'],
  ['interleaved2of5', '12345678901231', 'ITF'],
  ['qrcode', 'S-05-A', 'QRCode'],
  ['datamatrix', 'S-05-A', 'DataMatrix'],
];
const gs1Text = '(01)04012345123456(10)ABC123(21)99';
const gs1 = { text: '010401234512345610ABC123\u001d2199', symbology: 'GS1-128' };

test.describe('where WebAssembly is refused', () => {
  test('by the page’s policy, the decoder without it reads, and GS1 keeps its separators', async ({
    page,
    violations,
  }) => {
    violations.onPurpose(/wasm-eval|WebAssembly/);
    const policy = { 'content-security-policy': "script-src 'self'; worker-src 'self'" };
    await page.route('**/*', (route) => changed(route, { headers: policy }));
    await openLab(page);
    for (const [encoder, text, symbology] of drawn) {
      expect(await accept(page, { encoder, text })).toMatchObject({ text, symbology, decoder: 'script' });
    }
    expect(await accept(page, { encoder: 'gs1-128', text: gs1Text })).toMatchObject({ ...gs1, decoder: 'script' });
    // Codes whose checksum is 102, the number of FNC1.
    for (const text of ['D-1064', 'D-1122', 'D-1283']) {
      expect(await accept(page, { encoder: 'code128', text })).toMatchObject({ text, symbology: 'Code128' });
    }
    expect(await accept(page, blank)).toBeUndefined();
  });

  test('because its file does not come, too', async ({ page }) => {
    await page.route(/\.wasm$/u, (route) => route.abort());
    await openLab(page);
    const read = await accept(page, { encoder: 'code128', text: 'D-1001' });
    expect(read).toMatchObject({ text: 'D-1001', decoder: 'script' });
  });
});

test('its WebAssembly comes from our own origin, once', async ({ page }) => {
  const asked: string[] = [];
  page.context().on('request', (request) => void asked.push(request.url()));
  await openLab(page);
  await accept(page, { encoder: 'code128', text: 'D-1001' });
  await accept(page, { encoder: 'qrcode', text: 'S-05-A' });
  expect(asked.filter((url) => !url.startsWith(`${labOfRun()}/`))).toEqual([]);
  expect(asked.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
});

test.describe('the browser’s own detector', () => {
  test('is not asked where it lacks a format', async ({ page }) => {
    await detectorSays(page, everyNativeFormat.slice(1), 'qr_code', 'made up');
    await openLab(page);
    expect(await accept(page, blank, all)).toBeUndefined();
    const read = await accept(page, { encoder: 'code128', text: 'D-1001' }, all);
    expect(read).toMatchObject({ text: 'D-1001', decoder: 'wasm' });
  });

  test('is asked where it has them, and waits for a second witness', async ({ page }) => {
    await detectorSays(page, everyNativeFormat, 'code_39', 'seen by it alone');
    await openLab(page);
    const read = await accept(page, blank, all);
    expect(read).toMatchObject({ text: 'seen by it alone', decoder: 'native', pass: 'native again' });
  });

  test('says nothing of GS1: what it read is read again', async ({ page }) => {
    await detectorSays(page, everyNativeFormat, 'code_128', '010401234512345610ABC1232199');
    await openLab(page);
    expect(await accept(page, { encoder: 'gs1-128', text: gs1Text }, all)).toMatchObject({ ...gs1, decoder: 'wasm' });
  });

  for (const [format, text, why] of [
    ['itf', '12345678901231', 'an ITF, which may be a part of a longer one'],
    ['qr_code', 'D-1001-FIRST-', 'squares, which may be a part of a code'],
  ] as const) {
    test(`is not believed of ${why}`, async ({ page }) => {
      await detectorSays(page, everyNativeFormat, format, text);
      await openLab(page);
      expect(await accept(page, blank, all)).toBeUndefined();
    });
  }

  test('is left alone where it fails', async ({ page }) => {
    await page.route(/decoderWorker-[^/]*\.js$/u, (route) =>
      changed(route, {
        body: (body) => `globalThis.BarcodeDetector = class {
          static async getSupportedFormats() { return ${JSON.stringify(everyNativeFormat)}; }
          async detect() { throw new DOMException('no service', 'NotSupportedError'); }
        };\n${body}`,
      }),
    );
    await openLab(page);
    const read = await accept(page, { encoder: 'code128', text: 'D-1001' }, all);
    expect(read).toMatchObject({ text: 'D-1001', decoder: 'wasm' });
  });
});

test('ITF is off where no lengths are set, and takes no other', async ({ page }) => {
  await openLab(page);
  const barcode = { encoder: 'interleaved2of5', text: '12345678901231' };
  expect(await accept(page, barcode, { rules: { formats: barcodeFormats, itfLengths: [] } })).toBeUndefined();
  expect(await accept(page, barcode, { rules: { formats: barcodeFormats, itfLengths: [4, 6, 8] } })).toBeUndefined();
  expect(await accept(page, barcode, all)).toMatchObject({
    text: barcode.text,
    symbology: 'ITF',
    trust: 'sure',
  });
});

test('a frame is read however it is handed over', async ({ page }) => {
  await openLab(page);
  for (const as of ['ImageBitmap', 'VideoFrame', 'ImageData'] as const) {
    const read = await accept(page, { encoder: 'code128', text: 'D-1001' }, { as });
    expect([as, read?.text]).toEqual([as, 'D-1001']);
  }
});

test('bars are read in any direction, and confirmed by a second look', async ({ page }) => {
  await openLab(page);
  for (const degrees of [0, 20, 40, 60, 80, 100, 120, 140, 160]) {
    const read = await acceptPicture(page, turned(picture({ encoder: 'code39', text: 'BAG' }), degrees));
    expect([degrees, read?.text, read?.pass]).toEqual([degrees, 'BAG', expect.stringContaining(', ')]);
  }
});

/** The picture turned about its middle, with paper around it. */
function turned({ luma, width, height }: Picture, degrees: number): Picture {
  const side = Math.ceil(Math.hypot(width, height));
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const large = new Uint8Array(side * side).fill(220);
  for (let at = 0; at < large.length; at += 1) {
    const [right, down] = [(at % side) - side / 2, Math.floor(at / side) - side / 2];
    const x = Math.round(right * dx + down * dy + width / 2);
    const y = Math.round(down * dx - right * dy + height / 2);
    if (x >= 0 && y >= 0 && x < width && y < height) large[at] = luma[y * width + x] ?? 0;
  }
  return { luma: large, width: side, height: side };
}
