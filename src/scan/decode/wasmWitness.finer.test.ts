import type { ZXingReadResult } from 'zxing-wasm/reader';
import { expect, test } from 'vitest';
import type { Luma, Point } from '#scan/vision/luma.ts';
import { type Pass, ladder } from '#scan/vision/passes.ts';
import { warehouseRules } from './formats.ts';
import type { WasmReader } from './wasmReader.ts';
import { createWitness } from './wasmWitness.ts';

const grey = (width: number, height: number): Luma => ({
  data: new Uint8Array(width * height).fill(200),
  width,
  height,
});
const fine = ladder(['EAN13', 'QRCode']).find(({ isFine, made }) => isFine === true && !made) as Pass;

/** Returns what is read, and the sizes of the pictures that were looked at. */
function lookedAt(whole: Luma, pass: Pass, long: number) {
  const sizes: number[] = [];
  const ends = { topLeft: { x: 0, y: 0 }, bottomLeft: { x: 0, y: 90 } };
  const position = { ...ends, topRight: { x: long, y: 0 }, bottomRight: { x: long, y: 90 } };
  const found = { text: '5901234123457', format: 'EAN13', symbology: 'EAN13', symbologyIdentifier: '', extra: '' };
  const reader: WasmReader = {
    read(picture) {
      sizes.push(picture.width);
      return sizes.length > 1 ? [] : [{ ...found, rotation: 0, isInverted: false, position } as ZXingReadResult];
    },
  };
  const [read] = createWitness(warehouseRules).read(reader, whole, pass);
  return { read, sizes };
}

test('a pass for the finer picture looks at that one, also where it asks again, and where there is none at the whole', () => {
  const whole = grey(128, 72);
  const { sizes, read } = lookedAt({ ...whole, finer: () => grey(192, 108) }, fine, 96);
  expect(sizes[0]).toBe(192);
  expect(Math.min(...sizes.slice(1))).toBeGreaterThanOrEqual(108); // its rows or columns
  expect(read?.corners[2]).toEqual({ x: 0.5, y: 90 / 108 });
  expect(lookedAt(whole, fine, 96).sizes[0]).toBe(128);
  expect(lookedAt({ ...whole, finer: () => grey(192, 108) }, { ...fine, isFine: false }, 96).sizes[0]).toBe(128);
});

test.each([
  [340, 'bars sharp'],
  [372, 'bars sharpest'],
])('a look at the finer picture is the same witness as at the whole: %i of its pixels are two thirds', (long, pass) => {
  const whole = { ...grey(640, 360), finer: () => grey(960, 540) };
  expect(lookedAt(whole, { ...fine, witness: 'bars sharpest' }, long).read).toMatchObject({ trust: 'agree', pass });
});

test('the part of a finer picture that is enlarged is the one where the last code was', () => {
  const closer = ladder(['QRCode']).find(({ isFine, made }) => isFine === true && made !== undefined) as Pass;
  const middles: Point[] = [];
  const reader: WasmReader = {
    read({ width, height, placeOf }) {
      middles.push(placeOf!({ x: width / 2, y: height / 2 }));
      return [];
    },
  };
  const whole = { ...grey(1280, 720), finer: () => grey(1920, 1080), near: { x: 0.6, y: 0.4 } };
  createWitness(warehouseRules).read(reader, whole, closer);
  expect(middles).toEqual([{ x: 1152, y: 432 }]);
});
