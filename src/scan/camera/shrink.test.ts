import { expect, test } from 'vitest';
import { type PictureTry, pictureTries, shrink } from './shrink.ts';

test.each([
  ['lying down', 1920, 1080, 1280, 720],
  ['upright', 1080, 1920, 720, 1280],
  ['small already', 640, 480, 640, 480],
  ['a strip', 4000, 1, 1280, 1],
])(
  'a picture that is %s is made no larger than allowed, in its own shape',
  (_name, width, height, toWidth, toHeight) => {
    const tries = pictureTries({ width, height }, 1280);
    expect(tries[0]).toEqual({ width: toWidth, height: toHeight, quality: 0.8 });
    for (const next of tries) expect(Math.max(next.width, next.height)).toBeLessThanOrEqual(1280);
  },
);

test('less quality is tried before a smaller size, and neither ever grows', () => {
  const tries = pictureTries({ width: 1920, height: 1080 }, 1280);
  expect(tries.map(({ width, quality }) => `${width} ${quality}`).slice(0, 5)).toEqual([
    '1280 0.8',
    '1280 0.65',
    '1280 0.5',
    '960 0.8',
    '960 0.65',
  ]);
  expect(tries.every((next, at) => next.width <= (tries[at - 1]?.width ?? Infinity))).toBe(true);
});

/** Draws pictures of so many bytes for each pixel at full quality. */
const drawn =
  (perPixel: number) =>
  async ({ width, height, quality }: PictureTry): Promise<Blob> =>
    new Blob([new Uint8Array(Math.ceil(width * height * quality * perPixel))], { type: 'image/jpeg' });

test('the first that is small enough is taken; where none is, none', async () => {
  const limits = { longSide: 1280, bytes: 200 * 1024 };
  const size = { width: 1920, height: 1080 };
  expect((await shrink(size, limits, drawn(0.2)))?.size).toBe(Math.ceil(1280 * 720 * 0.8 * 0.2));
  const noisy = await shrink(size, limits, drawn(0.6));
  expect(noisy?.size).toBeLessThanOrEqual(limits.bytes);
  expect(await shrink(size, limits, drawn(9))).toBeUndefined();
  expect(await shrink(size, limits, async () => undefined)).toBeUndefined();
  expect(await shrink(size, limits, async () => new Blob(['x'], { type: 'image/png' }))).toBeUndefined();
});
