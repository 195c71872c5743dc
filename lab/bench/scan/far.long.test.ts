import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import type { Luma } from '#scan/vision/luma.ts';
import { reduced } from '#scan/vision/pictures.ts';
import { openWasmPipeline } from '#scan/decode/wasmPipeline.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { barcodeOf, labelOf, usual } from './curves.ts';
import { farLabel, farReport } from './far.ts';
import { drawLabel } from './labelScene.ts';

// Node has no address for a file of the build: the WebAssembly stands in its own.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  return { default: `data:application/wasm;base64,${readFileSync(file).toString('base64')}` };
});

/** Each look takes as long as another, on whatever machine. */
function openPipeline() {
  let ms = 0;
  return openWasmPipeline(warehouseRules, () => (ms += 1));
}

/** Returns what is believed of a picture that stands still, tried in every way. */
async function believed(picture: Luma): Promise<FrameRead | undefined> {
  const pipeline = await openPipeline();
  let sight = nothingSeen;
  for (let [atMs, laps] = [0, 0]; laps < 1; atMs += 33) {
    const seen = pipeline({ ...picture });
    ({ laps } = seen);
    const judged = judgeFrame(sight, seen, atMs, warehouseRules);
    sight = judged.sight;
    if (judged.accepted[0]) return judged.accepted[0];
  }
  return undefined;
}

test.each<[format: BarcodeFormat, module: number, seed: number]>([
  ['QRCode', 2, 1],
  ['DataMatrix', 2, 2],
  ['EAN13', 1.6, 6],
  ['UPCA', 1.5, 4],
  ['Code39', 1.4, 5],
])(
  'a %s with %f pixels a module is read of 1920 pixels, and with less of 1280',
  async (format, module, seed) => {
    const { text, picture, place } = farLabel(format, module, randomOf(seed));
    const small = reduced(picture);
    const read = await believed({ ...small, finer: () => picture });
    expect(read?.text).toBe(text);
    for (const { x, y } of read?.corners ?? []) {
      expect(Math.abs(1920 * x - place.x)).toBeLessThan(200);
      expect(Math.abs(1080 * y - place.y)).toBeLessThan(200);
    }
    expect(await believed(small)).toBeUndefined();
  },
  120_000,
);

/** Six labels in one large picture, some of them turned. */
function sixOf(formats: readonly BarcodeFormat[], module: number): { texts: string[]; picture: Luma } {
  const random = randomOf(2);
  const [size, part] = [
    { width: 1920, height: 1080 },
    { width: 640, height: 540 },
  ];
  const data = new Uint8Array(size.width * size.height);
  const texts = Array.from({ length: 6 }, (_, at) => {
    const barcode = barcodeOf(formats[at % formats.length]!, random, 6);
    const turned = [0, 5, -20][random.whole(0, 2)]!;
    const label = drawLabel(labelOf(barcode), { ...usual, module, turned }, random.whole(1, 1_000_000), part);
    const first = Math.floor(at / 3) * part.height * size.width + (at % 3) * part.width;
    for (let y = 0; y < part.height; y += 1) {
      data.set(label.subarray(y * part.width, (y + 1) * part.width), first + y * size.width);
    }
    return barcode.text;
  });
  return { texts, picture: { ...size, data } };
}

test.each<[formats: BarcodeFormat[], module: number]>([
  [['QRCode', 'DataMatrix'], 2.1],
  [['EAN13', 'Code128', 'Code39'], 1.9],
])(
  'six labels far away in one picture are six codes: %j',
  async (formats, module) => {
    const { texts, picture } = sixOf(formats, module);
    const pipeline = await openPipeline();
    const small = reduced(picture);
    let sight = nothingSeen;
    const accepted = new Set<string>();
    for (let [atMs, laps] = [0, 0]; accepted.size < 6 && laps < 8; atMs += 33) {
      const found = pipeline({ ...small, finer: () => picture });
      ({ laps } = found);
      const judged = judgeFrame(sight, found, atMs, warehouseRules);
      sight = judged.sight;
      for (const { text } of judged.accepted) accepted.add(text);
    }
    expect([...accepted].sort()).toEqual(texts.sort());
  },
  120_000,
);

const seen = (lookMs: number, ...reads: [text: string, atMs: number][]) => ({
  reads: reads.map(([text, atMs]) => ({ text, atMs })),
  frames: 9,
  lookMs,
});

test('what is read far away is counted by distance and by the size of the picture, and what is not there is wrong', () => {
  const report = farReport([
    { module: 2, text: 'A', less: seen(2), more: seen(3, ['A', 40]) },
    { module: 2, text: 'B', less: seen(2, ['B', 90]), more: seen(3, ['B', 60]) },
    { module: 1.3, text: 'C', less: seen(4), more: seen(6, ['D', 60]) },
  ]);
  expect(report.lines).toEqual([
    '2 px a module in 1920: 1 of 2, p50 90 ms with 1280 · 2 of 2, p50 60 ms with 1920',
    '1.3 px a module in 1920: 0 of 1 with 1280 · 0 of 1 with 1920',
  ]);
  expect(report).toMatchObject({ less: 1, more: 2, wrong: 1, looks: 1.5 });
});

test('the same seed makes the same label at the same place', () => {
  const [one, other] = [1, 1].map((seed) => farLabel('QRCode', 2, randomOf(seed)));
  expect(other).toEqual(one);
  expect(one!.picture).toMatchObject({ width: 1920, height: 1080 });
});
