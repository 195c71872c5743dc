import { expect, test } from 'vitest';
import { nextZoom } from './cameraStream.ts';

test('the zoom goes up by steps a thumb can follow, as far as the camera goes, and round', () => {
  const steps: number[] = [];
  for (let now = 1; steps.at(-1) !== 1;) {
    now = nextZoom({ min: 1, max: 3.5, now });
    steps.push(now);
  }
  expect(steps).toEqual([1.5, 2, 3, 1]);
  expect(nextZoom({ min: 0.5, max: 8, now: 0.5 })).toBe(1);
  expect(nextZoom({ min: 0.5, max: 8, now: 8 })).toBe(0.5);
});
