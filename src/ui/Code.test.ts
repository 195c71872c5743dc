import { expect, test } from 'vitest';
import { MAX_CODE_LENGTH } from '#contract/codes.ts';
import { shortened } from './Code.tsx';

test('a code that is too long is shown by its ends, any other one whole', () => {
  const whole = '8'.repeat(MAX_CODE_LENGTH);
  expect(shortened(whole)).toBe(whole);
  expect(shortened(`D-${'0'.repeat(3_000)}-END`)).toBe(`D-${'0'.repeat(22)} … 0000-END`);
});
