import { expect, test } from 'vitest';
import { createItfGuard } from './itfGuard.ts';

test('a part of an ITF that was seen is none of its own, the whole one is', () => {
  const guard = createItfGuard();
  expect(guard.isPart('1334')).toBe(false);
  guard.note('2167361334');
  expect(guard.isPart('1334')).toBe(true);
  expect(guard.isPart('2167361334')).toBe(false);
  expect(guard.isPart('2167361335')).toBe(false);
});

test('what was seen long ago says nothing', () => {
  const guard = createItfGuard();
  guard.note('12345678');
  for (let code = 0; code < 7; code += 1) guard.note(`99${code}0`);
  guard.note('9900'); // seen again: no new one
  expect(guard.isPart('3456')).toBe(true);
  guard.note('9970');
  expect(guard.isPart('3456')).toBe(false);
});
