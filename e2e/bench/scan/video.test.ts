import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomOf } from '#e2e/torture/random.ts';
import type { CorpusPhoto } from './corpus.ts';
import { aroundFormats } from './videoChoice.ts';
import { firstReadable } from './videoClip.ts';
import { type ClipOutcome, type Seen, judge } from './videoReport.ts';
import { takenAt } from './videoPlay.ts';
import { CLIP_FRAMES, STAMP_BITS, STAMP_CELL, type Scene, drawFrame } from './videoScene.ts';

const photo: CorpusPhoto = { file: 'a.png', set: 'Code128', format: 'Code128', texts: ['D-1'], alt: [] };
const black = { width: 64, height: 48, luma: new Uint8Array(64 * 48) };
const scene: Scene = {
  photo: black,
  width: 160,
  height: 120,
  hindrance: 'pan',
  settledAt: 2,
  chance: { side: 0.2, angle: 0.5, tremor: 0.5, paper: 1 },
  seed: 3,
};

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

test('a scene gives the same frames each time, and another one with another seed', () => {
  expect(drawFrame(scene, 40)).toEqual(drawFrame(scene, 40));
  expect(drawFrame({ ...scene, seed: 4 }, 40)).not.toEqual(drawFrame(scene, 40));
});

test.each(['pan', 'zoom', 'turn', 'focus', 'dark'] as const)(
  'a %s shows nothing of the photo at first, and the photo in the middle when the hand rests',
  (hindrance) => {
    const middle = 60 * 160 + 80;
    const [before, after] = [20, 110].map((index) => drawFrame({ ...scene, hindrance }, index)[middle] ?? Number.NaN);
    const paper = 200 * (hindrance === 'dark' ? 0.14 : 1);
    expect(before).toBeGreaterThan(0.5 * paper);
    expect(after).toBeLessThan(0.5 * paper);
  },
);

test('each frame bears its number in its corner', () => {
  for (const index of [0, 1, 77, CLIP_FRAMES - 1]) {
    const luma = drawFrame(scene, index);
    const cell = (at: number): number => luma[(120 - STAMP_CELL / 2) * 160 + at * STAMP_CELL + 4] ?? 0;
    const bits = Array.from({ length: STAMP_BITS }, (_, bit) => (cell(bit + 2) > 128 ? 2 ** bit : 0));
    expect(cell(0)).toBeLessThan(cell(1));
    expect(bits.reduce((sum, one) => sum + one, 0)).toBe(index);
  }
});

test('the choice goes round the formats, and a seed decides it', () => {
  const formats = ['A', 'B', 'C'];
  const all = Array.from({ length: 30 }, (_, index) => ({
    ...photo,
    file: `${index}`,
    format: index < 26 ? 'A' : (formats[1 + (index % 2)] ?? ''),
  }));
  const order = aroundFormats(all, randomOf(1));
  expect(new Set(order.slice(0, 3).map(({ format }) => format))).toEqual(new Set(formats));
  expect(order).toHaveLength(30);
  expect(aroundFormats(all, randomOf(1))).toEqual(order);
  expect(aroundFormats(all, randomOf(2))).not.toEqual(order);
});

test('the first readable frame is the earliest of any decoder, and zxing-wasm is asked for all', async () => {
  const frames = Array.from({ length: 9 }, (_, index) => Uint8Array.of(index));
  const reads =
    (from: number, text = 'D-1') =>
    ({ luma }: { luma: Uint8Array }) =>
      Promise.resolve((luma[0] ?? 0) >= from ? [text] : []);
  const isRight = (texts: readonly string[]): boolean => texts.includes('D-1');
  const find = (wasm: number, library: number) =>
    firstReadable(
      frames,
      scene,
      [
        { name: 'zxing-wasm', read: reads(wasm) },
        { name: '@zxing/library', read: reads(library) },
      ],
      isRight,
    );
  expect(await find(5, 3)).toEqual({ first: 3, by: '@zxing/library', isWasmRead: true });
  expect(await find(2, 3)).toEqual({ first: 2, by: 'zxing-wasm', isWasmRead: true });
  expect(await find(99, 4)).toEqual({ first: 4, by: '@zxing/library', isWasmRead: false });
  expect(await find(99, 99)).toEqual({ first: undefined, by: undefined, isWasmRead: false });
});

test('time zero is the nearest seen frame’s, whatever was missed', () => {
  const run = {
    reads: [],
    attempts: 0,
    longTasks: [],
    frames: [
      [10, 1_000],
      [40, 2_000],
      [50, 2_400],
    ] as const,
  };
  expect(takenAt(run, 40)).toBe(2_000);
  expect(takenAt(run, 43)).toBeCloseTo(2_100);
  expect(takenAt(run, 47)).toBeCloseTo(2_300);
});

const seen = (afterMs: number | undefined, more: Partial<Seen> = {}): Seen => ({
  afterMs,
  wrong: [],
  attempts: 9,
  longTasks: [],
  tasks: [],
  ...more,
});

function outcome(product: Seen, documented: Seen, slow: Seen = seen(30)): ClipOutcome {
  const runs = { 'product 1': product, 'documented 1': documented, 'product 6': slow, 'documented 6': seen(900) };
  return { photo, scene, readable: { first: 45, by: 'zxing-wasm', isWasmRead: true }, seen: runs };
}

test('the gates are met by a quick product', () => {
  expect(judge([outcome(seen(30), seen(300)), outcome(seen(20), seen(undefined))])).toBe(true);
});

test('where the other one reads nothing, a clip counts as long as it lasts', () => {
  expect(judge([outcome(seen(30), seen(undefined))])).toBe(true);
  expect(judge([outcome(seen(900), seen(undefined))])).toBe(false);
});

test.each<[string, ClipOutcome[]]>([
  ['the product takes more than 0.3 of the time', [outcome(seen(100), seen(300))]],
  [
    'it is quick only where the other one does not read',
    [outcome(seen(20), seen(undefined)), outcome(seen(20), seen(undefined)), outcome(seen(200), seen(300))],
  ],
  [
    'a clip that zxing-wasm reads is missed',
    [outcome(seen(undefined), seen(300)), ...Array.from({ length: 3 }, () => outcome(seen(30), seen(300)))],
  ],
  ['a wrong value is accepted', [outcome(seen(30, { wrong: ['D-7'] }), seen(300))]],
  ['a wrong value is accepted on a slow machine', [outcome(seen(30), seen(300), seen(30, { wrong: ['D-7'] }))]],
  ['the trace has a long task', [outcome(seen(30), seen(300), seen(30, { tasks: [{ ms: 101, what: '' }] }))]],
  ['the page is told of a long task', [outcome(seen(30), seen(300), seen(30, { longTasks: [120] }))]],
])('a gate is not met where %s', (_, outcomes) => {
  expect(judge(outcomes)).toBe(false);
});
