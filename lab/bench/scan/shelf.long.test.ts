import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import type { Point } from '#scan/vision/luma.ts';
import { warehouseRules } from '#scan/decode/formats.ts';
import { openWasmPipeline } from '#scan/decode/wasmPipeline.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { shelfReport } from './shelf.ts';
import { shelfOf } from './shelfScene.ts';

// Node has no address for a file of the build: the WebAssembly stands in its own.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  return { default: `data:application/wasm;base64,${readFileSync(file).toString('base64')}` };
});

const size = { width: 1280, height: 720 };

test('twelve labels in one picture are twelve codes within two laps, each where it lies', async () => {
  const shelf = shelfOf(warehouseRules.formats, randomOf(1), size);
  let lookMs = 0;
  const pipeline = await openWasmPipeline(warehouseRules, () => (lookMs += 1)); // each look takes as long as another
  let sight = nothingSeen;
  const places = new Map<string, readonly Point[]>();
  for (let [atMs, laps] = [0, 0]; places.size < 12 && laps < 2; atMs += 33) {
    const seen = pipeline({ ...size, data: shelf.luma });
    ({ laps } = seen);
    const judged = judgeFrame(sight, seen, atMs, warehouseRules);
    sight = judged.sight;
    for (const { text, corners } of judged.accepted) places.set(text, corners);
  }
  expect([...places.keys()].sort()).toEqual(shelf.labels.map(({ text }) => text).sort());
  for (const { text, at } of shelf.labels) {
    const [xs, ys] = [places.get(text)!.map(({ x }) => x), places.get(text)!.map(({ y }) => y)];
    const inside = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [left, top] = [(at % 4) / 4, Math.floor(at / 4) / 3];
    expect(inside[0]).toBeGreaterThan(left - 0.01);
    expect(inside[1]).toBeLessThan(left + 1 / 4 + 0.01);
    expect(inside[2]).toBeGreaterThan(top - 0.01);
    expect(inside[3]).toBeLessThan(top + 1 / 3 + 0.01);
    expect((inside[1]! - inside[0]!) * (inside[3]! - inside[2]!)).toBeGreaterThan(0.003); // a box, and no line
  }
}, 60_000);

test('a shelf counts as whole in time, with nothing read that is not there', () => {
  const label = (text: string) => ({ format: 'Code128', text, turned: 0, module: 2, at: 0 }) as const;
  const run = (...reads: [text: string, atMs: number][]) => ({
    labels: [label('A'), label('B')],
    seen: { reads: reads.map(([text, atMs]) => ({ text, atMs })), frames: 5, lookMs: 1 },
  });
  const report = shelfReport([
    run(['A', 40], ['B', 900]),
    run(['A', 40], ['B', 1_100]),
    run(['A', 40]),
    run(['A', 40], ['C', 50], ['B', 60]),
  ]);
  expect([report.whole, report.wrong]).toEqual([2, ['C']]);
  expect(report.lines[2]).toMatch(/^1 of 2 .* not Code128/u);
});
