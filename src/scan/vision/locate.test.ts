import { describe, expect, test } from 'vitest';
import type { Point, Luma } from './luma.ts';
import { bandsOf, busiestOf, coarseBandsOf } from './locate.ts';
import { centreOf, rowsOf } from './rows.ts';

/** Bars of 3 and 6 pixels, 260 × 90, their rows turned by `degrees`, in the middle of a picture of 480 × 360. */
function label(degrees: number, { ink = 20, paper = 220 } = {}): Luma {
  const [width, height] = [480, 360];
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const data = new Uint8Array(width * height).fill(paper);
  const isInk = (x: number, y: number): boolean => {
    const along = x * dx + y * dy;
    return Math.abs(along) < 130 && Math.abs(y * dx - x * dy) < 45 && isBar(along + 130);
  };
  const parts = [0.125, 0.375, 0.625, 0.875]; // of a pixel, as a lens mixes them
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
    const dark = parts.flatMap((right) => parts.filter((down) => isInk(x + right, y + down)));
    data[at] = paper - ((paper - ink) * dark.length) / parts.length ** 2;
  }
  return { data, width, height };
}

/** One bar of 3 pixels and one of 6 to every 15. */
function isBar(at: number): boolean {
  const place = at % 15;
  return place < 3 || (place >= 6 && place < 12);
}

/** The widths of a row's bars and the spaces between them, in pixels of the picture. */
function runs(row: Uint8Array, step: number): number[] {
  const dark = [...row].map((value) => value < 128);
  const edges = dark.flatMap((one, at) => (at > 0 && one !== dark[at - 1] ? [at] : []));
  return edges.slice(1).map((edge, index) => (edge - edges[index]!) * step);
}

describe('bars', () => {
  test.each([0, 10, 30, 45, 60, 75, 90, 120, 150, 170])(
    'that are turned by %i° are found, with their direction to a degree',
    (degrees) => {
      const [band] = bandsOf(label(degrees));
      const turned = (((band?.angle ?? 0) * 180) / Math.PI - degrees + 540) % 180;
      expect(Math.min(turned, 180 - turned)).toBeLessThan(1);
    },
  );

  test.each([0, 30, 75, 150])('that are turned by %i° are as wide in their rows as they are printed', (degrees) => {
    const picture = label(degrees);
    const [band] = bandsOf(picture);
    const optics = { samplePx: 0.5, rowPx: 8, lines: 3, sharpness: 0, sharpenReach: 0 };
    const { data, width, height } = rowsOf(picture, band ? [band] : [], optics);
    const seen = runs(data.subarray((height >> 1) * width, ((height >> 1) + 1) * width), optics.samplePx);
    expect(seen.length).toBe(69); // 35 bars and what is between them
    for (const wide of seen) expect(Math.min(Math.abs(wide - 3), Math.abs(wide - 6))).toBeLessThan(1);
  });

  test('keep white beside them, as a code needs it', () => {
    const [band] = bandsOf(label(0));
    expect(band?.left).toBeLessThan(240 - 130 - 12);
    expect(band?.right).toBeGreaterThan(240 + 130 + 12);
  });

  test('are found in poor light', () => {
    expect(bandsOf(label(20, { ink: 70, paper: 100 }))).not.toEqual([]);
  });
});

describe('bars of two labels', () => {
  const [pale, dark] = [label(0, { ink: 120, paper: 220 }), label(0)];
  const both: Luma = { data: new Uint8Array([...pale.data, ...dark.data]), width: 480, height: 720 };
  const [upper, lower] = [
    { x: 0.5, y: 0.25 },
    { x: 0.5, y: 0.75 },
  ];
  const firstOf = (near?: Point): Point => centreOf(both, bandsOf({ ...both, near })[0]!);

  test('are looked at by their strength, where nothing was read lately or it has gone', () => {
    expect(firstOf().y).toBeCloseTo(lower.y, 1);
    expect(firstOf({ x: 0.5, y: 0.45 }).y).toBeCloseTo(lower.y, 1);
  });

  test('are looked at first where the last code was, also when it has moved a little', () => {
    for (const near of [upper, { x: 0.5, y: 0.39 }, { x: 0.1, y: 0.25 }]) {
      expect(firstOf(near).y).toBeCloseTo(upper.y, 1);
      const [coarse] = coarseBandsOf({ ...both, near });
      expect(centreOf(both, coarse!).y).toBeCloseTo(upper.y, 1);
    }
    expect(bandsOf({ ...both, near: upper })).toHaveLength(bandsOf({ ...both }).length);
  });
});

test('squares are found beside bars, and beside print that is pale', () => {
  const { data, width, height } = label(0);
  const checked = (x: number, y: number): boolean => (x >> 2) % 2 === (y >> 2) % 2;
  for (let y = 0; y < 60; y += 1) {
    for (let x = 0; x < 60; x += 1) {
      data[(20 + y) * width + 400 + x] = checked(x, y) ? 20 : 220;
      for (const left of [20, 80]) data[(20 + y) * width + left + x] = checked(x, y) ? 130 : 220;
    }
  }
  const { x, y } = busiestOf({ data, width, height });
  expect(Math.hypot(x - 430, y - 50)).toBeLessThan(40);
});

test.each<[string, Luma]>([
  ['an empty picture', { data: new Uint8Array(480 * 360).fill(200), width: 480, height: 360 }],
  ['a picture of a few pixels', { data: new Uint8Array(4).fill(9), width: 2, height: 2 }],
  ['no picture', { data: new Uint8Array(0), width: 0, height: 0 }],
])('%s has no bars', (_, picture) => {
  expect(bandsOf(picture)).toEqual([]);
});
