import { expect, test } from 'vitest';
import { createFrameSum } from './frameSum.ts';
import type { Luma } from './luma.ts';

const [WIDTH, HEIGHT] = [480, 240];
const BLUR_PX = 0;
const bars = '1011001110100110101110010110001101011101001100101101';
const CHARACTER = 4;

/** Bars of 5 pixels, so many pixels further right, with the noise of one frame. */
function frame(modules: string, { at = 0, noise = 30, seed = 1, lying = false } = {}): Luma {
  let state = seed * 7919;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
  const data = new Uint8Array(WIDTH * HEIGHT);
  const [wide, high] = lying ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  for (let place = 0; place < data.length; place += 1) {
    const [x, y] = [place % wide, Math.floor(place / wide)];
    const [along, across] = lying ? [y, x] : [x, y];
    const isInk = Math.abs(across - 120) < 60 && modules[Math.floor((along - 100 - at) / 5)] === '1';
    data[place] = Math.min(255, Math.max(0, (isInk ? 95 : 160) + noise * (next() + next() + next() - 1.5) * 2));
  }
  return { data, width: wide, height: high };
}

/** Returns the middle of each module of rows, read at their own places in the last picture, where that is `at` pixels further right. */
function contrasts({ data, width, height, placeOf }: Luma, at: number): number[] {
  const sums = Array.from(bars, () => [0, 0]);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const place = placeOf!({ x: pixel % width, y: Math.floor(pixel / width) });
    const along = (place.x - 100 - at) / 5;
    const isMiddle = Math.abs(along - Math.floor(along) - 0.5) < 0.2;
    const sum = isMiddle && sums[Math.floor(along)];
    if (sum) [sum[0], sum[1]] = [sum[0]! + data[pixel]!, sum[1]! + 1];
  }
  return sums.map(([sum, many]) => sum! / many!);
}

/** Returns how far rows are from the clean bars, as a spread in greys. */
function unlike(rows: Luma, at: number): number {
  const clean = createFrameSum().shown(frame(bars, { noise: 0 }), BLUR_PX);
  const [is, should] = [contrasts(rows, at), contrasts(clean, 0)];
  return Math.sqrt(is.reduce((sum, value, module) => sum + (value - should[module]!) ** 2, 0) / is.length);
}

test('frames of one code are laid over each other wherever a hand has moved it, and their noise goes', () => {
  const sum = createFrameSum();
  const alone = unlike(sum.shown(frame(bars, { noise: 45 }), BLUR_PX), 0);
  let last = alone;
  for (let seed = 2; seed < 14; seed += 1) {
    const at = (seed * 5) % 9;
    last = unlike(sum.shown(frame(bars, { at, seed, noise: 45 }), BLUR_PX), at);
  }
  expect(last).toBeLessThan(alone / 1.3);
});

test('the same frame again is no other frame', () => {
  const [sum, one] = [createFrameSum(), frame(bars)];
  for (let time = 0; time < 5; time += 1) sum.shown(one, BLUR_PX);
  expect(sum.isGrowing()).toBe(false);
  sum.shown(frame(bars, { seed: 2 }), BLUR_PX);
  expect(sum.isGrowing()).toBe(true);
});

test('another code in the same place, different in one character, is not mixed with the one before', () => {
  const other = `${bars.slice(0, 5 * CHARACTER)}1100100${bars.slice(5 * CHARACTER + 7)}`;
  const sum = createFrameSum();
  for (let seed = 1; seed < 6; seed += 1) sum.shown(frame(bars, { seed, noise: 10 }), BLUR_PX);
  const rows = sum.shown(frame(other, { noise: 10 }), BLUR_PX);
  expect(rows).toMatchObject({ data: createFrameSum().shown(frame(other, { noise: 10 }), BLUR_PX).data });
  expect(sum.isGrowing()).toBe(false);
});

test('a frame without bars shows nothing of the frames before', () => {
  const sum = createFrameSum();
  for (let seed = 1; seed < 4; seed += 1) sum.shown(frame(bars, { seed }), BLUR_PX);
  expect(sum.shown(frame('', { noise: 4 }), BLUR_PX).data).toHaveLength(0);
  expect(sum.isGrowing()).toBe(false);
  sum.shown(frame(bars, { seed: 4 }), BLUR_PX);
  expect(sum.isGrowing()).toBe(false);
});

test('lying bars, whose direction may be found either way round, are one code', () => {
  const sum = createFrameSum();
  for (let seed = 1; seed < 9; seed += 1) sum.shown(frame(bars, { seed, at: seed % 3, lying: true }), BLUR_PX);
  expect(sum.isGrowing()).toBe(true);
  for (let seed = 9; seed < 14; seed += 1) sum.shown(frame(bars, { seed, lying: true }), BLUR_PX);
  expect(sum.isGrowing()).toBe(false); // it has all the frames that count
});
