import { expect, test } from 'vitest';
import { fitsCode } from '#site/codes.ts';
import { readSite } from '#site/readSite.ts';
import { proposedPatterns } from './codePatterns.ts';
import type { LearntRoles } from './learntRoles.ts';

const kinds = ['deliveryCode', 'storeCode'];

/** Returns the roles as they were learnt of codes, by their parameters. */
function learnt(codes: Readonly<Record<string, readonly string[]>>): LearntRoles {
  const roles: LearntRoles = new Map();
  for (const [parameter, texts] of Object.entries(codes)) {
    for (const text of texts) roles.set(text, [...(roles.get(text) ?? []), parameter]);
  }
  return roles;
}

const patternsOf = (codes: Readonly<Record<string, readonly string[]>>) =>
  proposedPatterns(learnt(codes), kinds).map(({ parameter, pattern }) => `${parameter} ${pattern}`);

test.each([
  [['D-1001', 'D-1002', 'D-1003'], 'D-\\d{4}'],
  [['S-01-A', 'S-02-A', 'S-33-A'], 'S-\\d{2}-A'],
  [['1Z9', '2Z8', '3Z7'], '\\dZ\\d'],
  [['4006381333931', '4006381333948', '4006381333955'], '\\d{13}'],
  [['A.1(x)/7', 'A.2(x)/8', 'A.3(x)/9'], 'A\\.\\d\\(x\\)\\/\\d'],
  [['箱1', '箱2', '箱3'], '箱\\d'],
  [['a 1\\2', 'a 2\\2', 'a 3\\2'], 'a \\d\\\\\\d'],
])('%j look like %s, which fits them, no other length, and passes in a site’s file', (codes, pattern) => {
  const [proposal] = proposedPatterns(learnt({ deliveryCode: codes }), kinds);
  expect(proposal).toEqual({ parameter: 'deliveryCode', pattern, example: codes[0], seen: codes });
  for (const code of codes) expect(fitsCode({ pattern }, code)).toBe(true);
  expect(fitsCode({ pattern }, `${codes[0]}0`)).toBe(false);
  expect(() => readSite({ codes: { deliveryCode: { pattern, example: codes[0] } } })).not.toThrow();
});

test.each<[string, Readonly<Record<string, readonly string[]>>]>([
  ['two codes', { deliveryCode: ['D-1', 'D-2'] }],
  ['the same code again and again', { deliveryCode: ['D-1', 'D-1', 'D-1'] }],
  ['a code of another length', { deliveryCode: ['D-1', 'D-2', 'D-3', 'D-10'] }],
  ['a code with other letters', { deliveryCode: ['D-1', 'D-2', 'D-3', 'E-4'] }],
  ['a shelf of the same shape', { deliveryCode: ['D-1', 'D-2', 'D-3'], storeCode: ['D-4'] }],
  ['a code that was both', { deliveryCode: ['D-1', 'D-2', 'D-3'], storeCode: ['D-3'] }],
  ['a parameter that takes several kinds', { code: ['D-1', 'D-2', 'D-3'] }],
  ['a pattern that is too long for a file', { deliveryCode: [1, 2, 3].map((one) => `${'.'.repeat(120)}${one}`) }],
])('%s suggests nothing', (_, codes) => {
  expect(patternsOf(codes)).toEqual([]);
});

test('a delivery that was also weighed is a delivery, and each kind has its own pattern', () => {
  const deliveryCode = ['D-1', 'D-2', 'D-3'];
  expect(patternsOf({ deliveryCode, code: deliveryCode, storeCode: ['S-1', 'S-2', 'S-3'] })).toEqual([
    'deliveryCode D-\\d',
    'storeCode S-\\d',
  ]);
});

test('what the site says already is not asked about', () => {
  const roles = learnt({ deliveryCode: ['D-1', 'D-2', 'D-3'] });
  expect(proposedPatterns(roles, kinds, { deliveryCode: { pattern: 'X', example: 'X' } })).toEqual([]);
});

test('the newest codes are shown', () => {
  const [proposal] = proposedPatterns(learnt({ deliveryCode: ['D-1', 'D-2', 'D-3', 'D-4'] }), kinds);
  expect(proposal?.seen).toEqual(['D-2', 'D-3', 'D-4']);
});
