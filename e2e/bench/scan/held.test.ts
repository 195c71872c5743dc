import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import type { Luma } from '#scan/decode/luma.ts';
import { openWasmPipeline } from '#scan/decode/wasmPipeline.ts';
import { randomOf } from '#e2e/torture/random.ts';
import { barcodeOf, labelOf, usual } from './curves.ts';
import { drawLabel } from './labelScene.ts';

// Node has no address for a file of the build: the WebAssembly stands in its own.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  return { default: `data:application/wasm;base64,${readFileSync(file).toString('base64')}` };
});

/** A picture, and so many pixels to each side as a hand shakes. */
const [SIZE, SHAKE] = [{ width: 1280, height: 720 }, 6];
/** A camera has a new picture so often, and a label is held so long, in milliseconds. */
const [FRAME_MS, HELD_MS] = [33, 12_000];

test.each<[format: BarcodeFormat, module: number, turned: number]>([
  ['Code128', 3.5, 30],
  ['EAN13', 4, 30],
  ['Code39', 2.5, 60],
  ['Code128', 1.6, 20],
])(
  'a %s with %f pixels a module that a hand holds turned by %i° counts once, however long it is held',
  async (format, module, turned) => {
    const random = randomOf(7);
    const large = { width: SIZE.width + 2 * SHAKE, height: SIZE.height + 2 * SHAKE };
    const label = drawLabel(labelOf(barcodeOf(format, random, 6)), { ...usual, module, turned }, 5, large);
    const pipeline = await openWasmPipeline(warehouseRules);
    let sight = nothingSeen;
    let [accepted, lastMs, longestMs] = [0, 0, 0];
    for (let atMs = 0; atMs < HELD_MS; atMs += FRAME_MS) {
      const left = random.whole(0, 2 * SHAKE) + random.whole(0, 2 * SHAKE) * large.width;
      const { reads } = pipeline(partOf(label, left, large.width));
      const judged = judgeFrame(sight, reads, atMs, warehouseRules);
      sight = judged.sight;
      accepted += judged.accepted.length;
      if (reads.length > 0) [lastMs, longestMs] = [atMs, Math.max(longestMs, lastMs > 0 ? atMs - lastMs : 0)];
    }
    expect(accepted).toBe(1);
    expect(longestMs).toBeLessThan(1_000);
  },
  60_000,
);

function partOf(data: Uint8Array, first: number, wide: number): Luma {
  const part = new Uint8Array(SIZE.width * SIZE.height);
  for (let y = 0; y < SIZE.height; y += 1) {
    const from = first + y * wide;
    part.set(data.subarray(from, from + SIZE.width), y * SIZE.width);
  }
  return { data: part, ...SIZE };
}
