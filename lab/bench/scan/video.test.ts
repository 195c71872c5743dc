import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomOf } from '#e2e/rig/random.ts';
import type { CorpusPhoto } from './corpus.ts';
import { aroundFormats } from './videoChoice.ts';
import { firstReadable, playLoop } from './videoLoops.ts';
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

test('the first readable frame is the earliest of any decoder', async () => {
  const find = (wasm: number, browser: number) =>
    firstReadable((by, index) => Promise.resolve({ isRight: index >= (by === 'wasm' ? wasm : browser), ms: 1 }));
  expect(await find(45, 43)).toEqual({ index: 43, by: 'browser' });
  expect(await find(42, 43)).toEqual({ index: 42, by: 'wasm' });
  expect(await find(999, 44)).toEqual({ index: 44, by: 'browser' });
  expect(await find(999, 999)).toBeUndefined();
});

test('a loop that rests reads by luck: it is begun in nine moments all over its rest', async () => {
  const asked: number[] = [];
  const look = (_by: string, index: number) => {
    asked.push(index);
    return Promise.resolve({ isRight: index >= 30, ms: 100 });
  };
  const times = await playLoop(look, { by: 'browser', restMs: 500 });
  expect(times.map((ms) => Math.round(ms ?? 0))).toEqual([
    1_600, 1_656, 1_111, 1_167, 1_222, 1_278, 1_333, 1_389, 1_444,
  ]);
  expect(asked.slice(0, 3)).toEqual([9, 27, 45]);
});

test('one that does not rest takes the newest frame when it is free, and none twice', async () => {
  const asked: number[] = [];
  const play = (ms: number) =>
    playLoop(
      (_by, index) => {
        asked.push(index);
        return Promise.resolve({ isRight: index >= 14, ms });
      },
      { by: 'wasm', restMs: 0 },
    );
  expect((await play(10)).map((ms) => Math.round(ms ?? 0))).toEqual([477]);
  expect(asked.splice(0)).toEqual([9, 10, 11, 12, 13, 14]);
  await play(50);
  expect(asked).toEqual([9, 10, 12, 13, 15]);
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

/** @param documented - when its loop had read after the readable frame, from each of its moments. */
function outcome(product: Seen, documented: readonly (number | undefined)[], slow: Seen = seen(30)): ClipOutcome {
  const runs = { 'product 1': product, 'product 6': slow, 'documented 6': seen(900) };
  const times = documented.map((ms) => ms && ms + 1_500);
  const loops = { documented: times, twice: times, everyFrame: times };
  return { photo, scene, readable: { index: 45, by: 'wasm' }, seen: runs, loops, misread: [] };
}

test('the gates are met by a quick product', () => {
  expect(judge([outcome(seen(30), [300]), outcome(seen(20), [undefined])])).toBe(true);
});

test('where the other one reads nothing, a clip counts as long as it lasts', () => {
  expect(judge([outcome(seen(30), [undefined])])).toBe(true);
  expect(judge([outcome(seen(900), [undefined])])).toBe(false);
});

test('a moment in which the other loop was lucky is no figure, its middle is', () => {
  expect(judge([outcome(seen(30), [6, 150, 290]), outcome(seen(20), [300])])).toBe(true);
  expect(judge([outcome(seen(30), [6, 29, 290]), ...Array.from({ length: 3 }, () => outcome(seen(20), [300]))])).toBe(
    false,
  );
});

test.each<[string, ClipOutcome[]]>([
  ['the product takes more than 0.3 of the time', [outcome(seen(100), [300])]],
  [
    'it is quick only where the other one does not read',
    [outcome(seen(20), [undefined]), outcome(seen(20), [undefined]), outcome(seen(200), [300])],
  ],
  ['a clip is missed', [outcome(seen(undefined), [300]), ...Array.from({ length: 3 }, () => outcome(seen(30), [300]))]],
  ['a wrong value is accepted', [outcome(seen(30, { wrong: ['D-7'] }), [300])]],
  ['a wrong value is accepted on a slow machine', [outcome(seen(30), [300], seen(30, { wrong: ['D-7'] }))]],
  ['the trace has a long task', [outcome(seen(30), [300], seen(30, { tasks: [{ ms: 101, what: '' }] }))]],
  ['the page is told of a long task', [outcome(seen(30), [300], seen(30, { longTasks: [120] }))]],
])('a gate is not met where %s', (_, outcomes) => {
  expect(judge(outcomes)).toBe(false);
});
