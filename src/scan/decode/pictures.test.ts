import { expect, test } from 'vitest';
import { sharpened, softened } from './pictures.ts';

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
