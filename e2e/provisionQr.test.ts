import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';
import { expect, test } from 'vitest';
import { makeProvisionCode, svgOf, blocksOf } from '#gateway/provisionCode.ts';

const wish = {
  url: 'https://scanline.warehouse-north.example.org:8443',
  key: 'k'.repeat(40),
  warehouse: '1042',
  language: 'ru',
  scanner: 'enter',
};

/** Reads a grey picture as the camera's decoder without WebAssembly does. */
function read(size: number, isDark: (x: number, y: number) => boolean, scale: number): string {
  const side = size * scale;
  const grey = new Uint8ClampedArray(side * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      grey[y * side + x] = isDark(Math.floor(x / scale), Math.floor(y / scale)) ? 30 : 220;
    }
  }
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, side, side)));
  return new QRCodeReader().decode(bitmap, new Map()).getText();
}

test('the code with everything in it is small, and our own decoder reads it from the picture and from the terminal', async () => {
  const { text } = await makeProvisionCode(wish, Date.now());
  const svg = svgOf(text);
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  expect(size).toBeLessThanOrEqual(77); // 69 modules: five pixels each on a screen of 360
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const lines = blocksOf(text)
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split('\n');
  const inBlocks = (x: number, y: number): boolean => {
    const block = lines[Math.floor(y / 2)]?.[x] ?? ' ';
    return block === '█' || block === (y % 2 === 0 ? '▀' : '▄');
  };
  const readings = [4, 5, 6].flatMap((scale) => {
    try {
      return [read(size, (x, y) => dark.has(`${x} ${y}`), scale), read(size, inBlocks, scale)];
    } catch {
      return []; // a decoder misses a code now and then; a camera moves
    }
  });
  expect(readings.length).toBeGreaterThan(0);
  expect(new Set(readings)).toEqual(new Set([text]));
});
