import { expect, test } from 'vitest';
import { type EnteredCodes, codesOf, proposed } from './enteredCodes.ts';

const rules = {
  deliveryCode: { pattern: '^D-\\d{4}$', example: 'D-1001' },
  storeCode: { pattern: '^S-\\d{2}-[A-C]$', example: 'S-01-A' },
};
const shown = codesOf(rules);

test('patterns are made for the kinds whose examples were entered, and a kind that stands as it was keeps its own', () => {
  const deliveryCode = { pattern: rules.deliveryCode.pattern, examples: ['D-1001', 'D-20022', 'D-7'] };
  const made = proposed({ ...shown, deliveryCode }, rules);
  expect(made.deliveryCode.pattern).not.toBe(rules.deliveryCode.pattern);
  expect(made.storeCode).toEqual(shown.storeCode);
});

test.each<[string, EnteredCodes['storeCode']]>([
  ['its pattern was taken out', { pattern: '', examples: ['S-01-A'] }],
  ['other examples were entered', { pattern: rules.storeCode.pattern, examples: ['S-01-A', 'S-01-B', 'S-02-A'] }],
])('a pattern is made anew where %s', (_, storeCode) => {
  expect(proposed({ ...shown, storeCode }, rules).storeCode.pattern).not.toBe(rules.storeCode.pattern);
});
