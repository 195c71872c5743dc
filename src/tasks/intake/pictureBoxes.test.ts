import { expect, test } from 'vitest';
import { coverOf, targetOf } from './PictureBoxes.tsx';

test.each([
  ['as large', { width: 640, height: 480 }, [0, 0], [0, 0]],
  ['wider: its sides are cut off', { width: 240, height: 480 }, [0, 0], [-200, 0]],
  ['higher: above and below are cut off', { width: 640, height: 240 }, [0, 0], [0, -120]],
  ['twice as small', { width: 320, height: 240 }, [1, 0.5], [320, 120]],
  ['wider, the middle', { width: 240, height: 480 }, [0.5, 0.5], [120, 240]],
] as const)(
  'a place of a picture is drawn where the video covers its element: %s',
  (_, element, [x, y], [left, top]) => {
    expect(coverOf(element, { width: 640, height: 480 })({ x, y })).toEqual({ x: left, y: top });
  },
);

test.each([
  ['a large code', [100, 50, 260, 130], { left: 100, top: 50, width: 160, height: 80 }],
  ['a small one, about its middle', [100, 50, 110, 60], { left: 81, top: 31, width: 48, height: 48 }],
  ['one at the edge', [-20, 230, 30, 250], { left: 0, top: 192, width: 48, height: 48 }],
] as const)('what is tapped is 48 pixels at least, and inside: %s', (_, [left, top, right, bottom], target) => {
  const corners = [
    { x: left, y: top },
    { x: right, y: bottom },
  ];
  expect(targetOf(corners, { width: 320, height: 240 })).toEqual(target);
});
