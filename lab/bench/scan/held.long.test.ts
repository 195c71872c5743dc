import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import type { Luma } from '#scan/vision/luma.ts';
import { openWasmPipeline } from '#scan/decode/wasmPipeline.ts';
import type * as WasmReaderFile from '#scan/decode/wasmReader.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { barcodeOf, labelOf, usual } from './curves.ts';
import { drawLabel } from './labelScene.ts';

// Node has no address for a file of the build: the WebAssembly stands in its own.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  return { default: `data:application/wasm;base64,${readFileSync(file).toString('base64')}` };
});

/** Time that a handheld takes for a look, in milliseconds: no clock of this machine decides. */
const machine = vi.hoisted(() => ({ ms: 0, times: 1, looks: 0, hard: new Set<string>() }));

vi.mock('#scan/decode/wasmReader.ts', async (original) => {
  const { openWasmReader } = await original<typeof WasmReaderFile>();
  const open: typeof openWasmReader = async (fallen) => {
    const reader = await openWasmReader(fallen);
    return {
      read(picture, look, most) {
        machine.ms += machine.times * costOf(picture, look.tryHarder);
        return reader.read(picture, look, most);
      },
    };
  };
  return { openWasmReader: open };

  /** A hard look costs ten quick ones, and the first of a size ten more of its own: its code is not compiled yet. Now and then something else runs. */
  function costOf({ width, height }: Luma, isHard: boolean): number {
    machine.looks += 1;
    const other = machine.looks % 37 === 0 ? 250 : 0;
    if (!isHard) return 4 + other;
    const kind = `${width}×${height}`;
    const isFirst = !machine.hard.has(kind) && machine.hard.size < 3;
    machine.hard.add(kind);
    return (isFirst ? 400 : 40) + other;
  }
});

afterEach(() => {
  Object.assign(machine, { ms: 0, times: 1, looks: 0, hard: new Set<string>() });
});

/** A picture, and so many pixels to each side as a hand shakes. */
const [SIZE, SHAKE] = [{ width: 1280, height: 720 }, 6];
/** A camera has a new picture so often, in milliseconds. */
const FRAME_MS = 33;

const labels: readonly [format: BarcodeFormat, module: number, turned: number][] = [
  ['Code128', 3.5, 30],
  ['EAN13', 4, 30],
  ['Code39', 2.5, 60],
  ['Code128', 1.6, 20],
];

/** A label before the camera of a handheld whose looks take so many times longer. */
async function lookAt([format, module, turned]: (typeof labels)[number], times: number) {
  machine.times = times;
  const random = randomOf(7);
  const large = { width: SIZE.width + 2 * SHAKE, height: SIZE.height + 2 * SHAKE };
  const label = drawLabel(labelOf(barcodeOf(format, random, 6)), { ...usual, module, turned }, 5, large);
  const table = label.map(() => 150);
  const pipeline = await openWasmPipeline(warehouseRules, () => machine.ms);
  let sight = nothingSeen;
  /** @returns how often it was counted in a look. */
  return (isThere: boolean): number => {
    const left = random.whole(0, 2 * SHAKE) + random.whole(0, 2 * SHAKE) * large.width;
    const atMs = machine.ms;
    const seen = pipeline(partOf(isThere ? label : table, left, large.width));
    const judged = judgeFrame(sight, seen, atMs, warehouseRules);
    sight = judged.sight;
    machine.ms = Math.max(machine.ms, (Math.floor(atMs / FRAME_MS) + 1) * FRAME_MS);
    return judged.accepted.length;
  };
}

test.each(labels)(
  'a %s with %f pixels a module that a hand holds turned by %i° counts once, however long it is held, at a quarter of the speed',
  async (...label) => {
    const look = await lookAt(label, 4);
    let counted = 0;
    for (let looks = 0; looks < 90; looks += 1) counted += look(true);
    expect(counted).toBe(1);
    expect(machine.ms).toBeGreaterThan(20_000);
  },
  60_000,
);

test.each([
  [1, 1_100],
  [4, 2_000],
])(
  'with looks that take %i times as long it counts once more when it was away for %i ms',
  async (times, awayMs) => {
    const look = await lookAt(labels[0]!, times);
    while (look(true) === 0);
    for (let looks = 0; looks < 20; looks += 1) expect(look(true)).toBe(0);
    const leftMs = machine.ms;
    while (machine.ms < leftMs + awayMs) look(false);
    let counted = 0;
    for (let looks = 0; looks < 40; looks += 1) counted += look(true);
    expect(counted).toBe(1);
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
