import { expect, test } from 'vitest';
import { enlarged, reduced, sharpened, softened } from './pictures.ts';

/** Three rows of four pixels, with an edge in the middle. */
const edge = { data: Uint8Array.from([90, 90, 150, 150, 90, 90, 150, 150, 90, 90, 150, 150]), width: 4, height: 3 };
const row = ({ data }: { data: Uint8Array }, at: number): number[] => [...data.subarray(4 * at, 4 * at + 4)];

test('a softened pixel is the mean of the nine around it, at the border too', () => {
  for (const at of [0, 1, 2]) expect(row(softened(edge), at)).toEqual([90, 110, 130, 150]);
});

test('sharpened, an edge is raised on both sides, up to black and white, and what is even stays', () => {
  expect(row(sharpened(edge, 1, 2), 1)).toEqual([90, 50, 190, 150]);
  expect(row(sharpened(edge, 1, 9), 1)).toEqual([90, 0, 255, 150]);
});

test.each<[string, { x: number; y: number } | undefined, { x: number; y: number }]>([
  ['in its middle', undefined, { x: 6, y: 4 }],
  ['around a place', { x: 16, y: 7 }, { x: 12, y: 4 }],
  ['at a corner, as far as there is picture', { x: 1, y: 14 }, { x: 0, y: 9 }],
])('a part of a picture is twice as large: %s', (_, middle, corner) => {
  const data = Uint8Array.from({ length: 20 * 15 }, (__, at) => at % 251);
  const part = enlarged({ data, width: 20, height: 15 }, 8 * 6 * 4 + 8, middle);
  expect(part.width * part.height).toBeLessThanOrEqual(8 * 6 * 4 + 8);
  expect(part.placeOf?.({ x: 0, y: 0 })).toEqual(corner);
});

test('a picture of two thirds has the mean of what lies under each pixel', () => {
  const rows = [
    [90, 90, 0, 9, 9, 9],
    [90, 90, 0, 9, 9, 9],
    [0, 0, 90, 9, 9, 9],
  ];
  const { data, width, height } = reduced({ data: Uint8Array.from(rows.flat()), width: 6, height: 3 });
  expect([width, height]).toEqual([4, 2]);
  expect([...data]).toEqual([90, 30, 9, 9, 30, 50, 9, 9]);
});

test('what does not fit into three at the right and below is left out', () => {
  const { width, height } = reduced({ data: new Uint8Array(8 * 7), width: 8, height: 7 });
  expect([width, height]).toEqual([4, 4]);
});
