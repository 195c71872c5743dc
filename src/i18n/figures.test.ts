import { expect, test } from 'vitest';
import { shownNumber } from './figures.ts';

test.each([0, 7, 999, 1_000, 12_345, -3, 1.5])('%d is written as the language writes it', (value) => {
  expect(shownNumber(value)).toBe(value.toLocaleString('en-GB'));
});
