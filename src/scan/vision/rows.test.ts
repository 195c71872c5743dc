import { expect, test } from 'vitest';
import { rowsOf, wholeOf } from './rows.ts';

const optics = { samplePx: 1, rowPx: 1, lines: 1, sharpness: 0, sharpenReach: 0 };

/** Three rows of four pixels. */
const picture = { data: Uint8Array.from([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]), width: 4, height: 3 };

test('the rows of a whole picture are its rows; turned by 90° they are its columns, from the last one on', () => {
  const upright = rowsOf(picture, [wholeOf(picture, 0)], { ...optics, rowPx: 2 });
  expect([upright.width, upright.height]).toEqual([4, 1]);
  expect([...upright.data]).toEqual([50, 60, 70, 80]); // the middle of the band
  const lying = rowsOf(picture, [wholeOf(picture, 90)], { ...optics, rowPx: 3 });
  expect([lying.width, lying.height]).toEqual([3, 1]);
  expect([...lying.data]).toEqual([25, 65, 105]);
});

test('bands stand one under the other; beside a short one, and beside the picture, there is white', () => {
  const short = { angle: 0, left: 0, right: 1, top: 0, bottom: 0 };
  const outside = { angle: 0, left: -2, right: 1, top: 2, bottom: 2 };
  const { data, width, height } = rowsOf(picture, [short, outside], optics);
  expect([width, height]).toEqual([4, 2]);
  expect([...data]).toEqual([10, 20, 255, 255, 255, 255, 90, 100]);
});

test('a row is the mean of its lines, and a band has so many rows at most', () => {
  const all = { angle: 0, left: 0, right: 3, top: -0.5, bottom: 2.5 };
  const mean = rowsOf(picture, [{ ...all, top: 0, bottom: 2 }], { ...optics, mostRows: 1, lines: 2 });
  expect([...mean.data]).toEqual([50, 60, 70, 80]);
  expect(rowsOf(picture, [{ ...all, top: 0, bottom: 2 }], { ...optics, rowPx: 0.1, mostRows: 5 }).height).toBe(5);
});

test('edges are raised against what is around them', () => {
  const edge = { data: Uint8Array.from([100, 100, 100, 150, 150, 150]), width: 6, height: 1 };
  const { data } = rowsOf(edge, [wholeOf(edge, 0)], { ...optics, sharpness: 1, sharpenReach: 1 });
  expect([...data]).toEqual([100, 100, 83, 167, 150, 150]);
});

test('a dim row is stretched from black to white, each part by what is around it; noise is not', () => {
  const dim = { data: Uint8Array.from([60, 100, 60, 100, 60, 100]), width: 6, height: 1 };
  expect([...rowsOf(dim, [wholeOf(dim, 0)], { ...optics, stretchReach: 1 }).data]).toEqual([0, 255, 0, 255, 0, 255]);
  const flat = { data: Uint8Array.from([60, 61, 60, 61, 60, 61]), width: 6, height: 1 };
  expect(Math.max(...rowsOf(flat, [wholeOf(flat, 0)], { ...optics, stretchReach: 1 }).data)).toBeLessThan(20);
});

test('a place of the rows is where it was taken from in the picture, turned or not', () => {
  const bands = [wholeOf(picture, 90), { angle: 0, left: 1, right: 3, top: 0, bottom: 2 }];
  const { placeOf } = rowsOf(picture, bands, { ...optics, rowPx: 2, samplePx: 0.5 });
  const at = (x: number, y: number) => {
    const place = placeOf?.({ x, y });
    return [place?.x, place?.y].map((one) => Number(one?.toFixed(2)) + 0);
  };
  expect([at(0, 0), at(4, 0), at(4, 2), at(4, 2.5)]).toEqual([
    [3, 0],
    [3, 2],
    [3, 0],
    [3, 1],
  ]);
});

test('no bands give no rows', () => {
  expect(rowsOf(picture, [], optics)).toMatchObject({ width: 0, height: 0 });
});

test('blur is taken off a row, over so many pixels of the picture, however fine the row is', () => {
  const blurred = { data: Uint8Array.from([255, 250, 180, 120, 120, 180, 250, 255]), width: 8, height: 1 };
  const darkest = (samplePx: number): number =>
    Math.min(...rowsOf(blurred, [wholeOf(blurred, 0)], { ...optics, samplePx, blurPx: 1 }).data);
  expect(darkest(1)).toBeLessThan(70);
  expect(darkest(0.25)).toBeLessThan(70);
});
