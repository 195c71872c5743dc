import { BinaryBitmap, DecodeHintType, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';
import { expect, test } from 'vitest';
import { type QrCode, qrCode } from './qrCode.ts';

/** The code as grey pixels, from nothing but its path. @param scale - pixels a module. */
function drawn({ size, path }: QrCode, scale: number): Uint8ClampedArray {
  const side = size * scale;
  const grey = new Uint8ClampedArray(side * side).fill(255);
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      grey.fill(0, row * side + Number(x) * scale, row * side + (Number(x) + Number(width)) * scale);
    }
  }
  return grey;
}

function read(code: QrCode, scale: number): string {
  const side = code.size * scale;
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(drawn(code, scale), side, side)));
  return new QRCodeReader().decode(bitmap, new Map([[DecodeHintType.CHARACTER_SET, 'UTF-8']])).getText();
}

/** As long as a frame of a hand-over, of the characters that one has. */
const frames = Array.from(
  { length: 40 },
  (_, seed) =>
    `SCANLINE1:${(seed * 0x9e3779b1 + 0x10000000).toString(16).toUpperCase().slice(-8)}:${seed + 1}/40:0A1B:` +
    Array.from(
      { length: 272 },
      (__, at) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[(at * at * 7 + at * seed + seed * 13) % 32],
    ).join(''),
);

/** As a camera held a little nearer or further sees it: the library misses some sizes of some codes. */
function readAtSomeSize(code: QrCode): string | undefined {
  for (const scale of [3, 4, 5, 6]) {
    try {
      return read(code, scale);
    } catch {
      continue; // a wrong text would have come out above: none is ever misread
    }
  }
  return undefined;
}

test('every code is read as it was written, from one distance or another', () => {
  for (const frame of frames) expect(readAtSomeSize(qrCode(frame))).toBe(frame);
});

test('a code of a whole frame leaves five pixels for a module on the smallest screen, the quiet zone included', () => {
  const sizes = frames.map((frame) => qrCode(frame).size);
  expect(sizes.filter((size) => 5 * size <= 360 - 2 * 12).length).toBeGreaterThan(30); // the rest: four
  expect(Math.max(...sizes) * 4).toBeLessThanOrEqual(360 - 2 * 12);
});

test('a short text can be drawn too', () => {
  for (const text of ['a', '0', 'SCANLINE']) expect(readAtSomeSize(qrCode(text))).toBe(text);
});

test('another round of the sequence draws the same text in another way', () => {
  const [frame = ''] = frames;
  const rounds = [0, 1, 2, 3].map((round) => qrCode(frame, round));
  for (const code of rounds) expect(readAtSomeSize(code)).toBe(frame);
  expect(new Set(rounds.map(({ path }) => path)).size).toBeGreaterThan(1);
  expect(qrCode(frame, 4)).toEqual(rounds[0]);
});
