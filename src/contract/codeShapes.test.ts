import { expect, test } from 'vitest';
import { patternOfAll, shapeOf } from './codeShapes.ts';
import { fits } from './codes.ts';

test('a shape is texts and counts of digits', () => {
  expect(shapeOf('S-01-A')).toEqual(['S-', 2, '-A']);
});

test('codes of several shapes are one pattern, which fits each of them and no other', () => {
  const pattern = patternOfAll(['D-1001', 'D-1002', 'X.7', 'D-10001']) ?? '';
  expect(pattern).toBe('D-\\d{4}|X\\.\\d|D-\\d{5}');
  for (const code of ['D-1001', 'D-9999', 'X.0', 'D-12345']) expect(fits({ pattern }, code), code).toBe(true);
  for (const code of ['D-100', 'X17', 'D-1001X.7', 'E-1001', '']) expect(fits({ pattern }, code), code).toBe(false);
});

test('no code, or more shapes than a file takes, is no pattern', () => {
  expect(patternOfAll([])).toBeUndefined();
  expect(patternOfAll(Array.from({ length: 40 }, (_, at) => `${'x'.repeat(at)}-1`))).toBeUndefined();
});
