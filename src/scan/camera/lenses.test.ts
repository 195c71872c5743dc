import { expect, test } from 'vitest';
import { type Lens, nextLens, rearLenses } from './lenses.ts';

const wide: Lens = { deviceId: 'wide', facing: 'environment' };
const far: Lens = { deviceId: 'far', facing: 'environment' };
const selfie: Lens = { deviceId: 'selfie', facing: 'user' };
const unknown: Lens = { deviceId: 'unknown', facing: undefined };

test.each<[string, Lens[], Lens[]]>([
  ['that look away are offered, the one that looks at the person is not', [selfie, wide, far], [wide, far]],
  ['of which nothing is known are offered too', [wide, selfie, unknown], [wide, unknown]],
  ['are all offered where none is known to look away', [selfie, unknown], [selfie, unknown]],
  ['without a name cannot be asked for', [{ ...wide, deviceId: '' }, unknown], [unknown]],
])('cameras %s', (_, all, rear) => {
  expect(rearLenses(all)).toEqual(rear);
});

test('the next lens goes round, and there is none beside an only one', () => {
  expect(nextLens([wide, far], 'wide')).toBe('far');
  expect(nextLens([wide, far], 'far')).toBe('wide');
  expect(nextLens([wide, far], 'gone')).toBe('wide');
  expect(nextLens([wide], 'wide')).toBeUndefined();
  expect(nextLens([], undefined)).toBeUndefined();
});
