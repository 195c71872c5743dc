import { expect, test } from 'vitest';
import { jpegSize } from './jpeg.ts';

/** The bytes of a JPEG up to its frame's head, and its end. */
function jpeg(width: number, height: number, before: readonly number[] = []): Uint8Array {
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 17, 0];
  return Uint8Array.from([0xff, 0xd8, ...before, ...frame, 0xff, 0xd9]);
}

test('the size of a JPEG is read behind whatever stands before its frame', () => {
  expect(jpegSize(jpeg(1280, 720))).toEqual({ width: 1280, height: 720 });
  expect(jpegSize(jpeg(3, 4, [0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 2]))).toEqual({ width: 3, height: 4 });
  const inside = new Uint8Array([9, 9, ...jpeg(640, 480), 9]).subarray(2, -1);
  expect(jpegSize(inside)).toEqual({ width: 640, height: 480 });
});

test.each([
  ['nothing', []],
  ['a script', [...new TextEncoder().encode('<script>alert(1)</script>')]],
  ['a beginning alone', [0xff, 0xd8]],
  ['both ends and nothing between', [0xff, 0xd8, 0xff, 0xd9]],
  ['a part of no length, which would be read for ever', [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd9]],
  ['a part that is longer than all', [0xff, 0xd8, 0xff, 0xe0, 255, 255, 0, 0, 0, 0, 0, 0, 0xff, 0xd9]],
  ['no size', [...jpeg(0, 7)]],
  ['a page behind it', [...jpeg(7, 7), ...new TextEncoder().encode('<html>')]],
])('is no JPEG: %s', (_name, bytes) => {
  expect(jpegSize(Uint8Array.from(bytes))).toBeUndefined();
});
