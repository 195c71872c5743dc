import { expect, test } from 'vitest';
import { dearestOf } from './dearest.ts';

test('the ten dearest files are named, the dearest first, and all are summed', () => {
  const took = new Map(Array.from({ length: 12 }, (_, at) => [`/clone/e2e/${at}.spec.ts`, at * 1000]));
  const lines = dearestOf(took, '/clone').trimEnd().split('\n');
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe('The dearest of 12 files:');
  expect(lines[1]).toBe('    11.0 s  e2e/11.spec.ts');
  expect(lines[10]).toBe('     2.0 s  e2e/2.spec.ts');
  expect(lines[11]).toBe('    66.0 s  all of them');
});
