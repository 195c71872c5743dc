import { expect, test } from 'vitest';
import { formatsOf, warehouseRules } from '#scan/decode/formats.ts';
import { readingRulesOf } from './readingRules.ts';

test('a site that says nothing has what warehouses have', () => {
  expect(readingRulesOf()).toEqual(warehouseRules);
  expect(readingRulesOf({})).toEqual(warehouseRules);
});

test('what a site says is looked for; its ITF lengths switch ITF on', () => {
  const rules = readingRulesOf({ formats: ['QRCode'], itfLengths: [14] });
  expect(formatsOf(rules)).toEqual(['QRCode', 'ITF']);
  expect(rules.itfLengths).toEqual([14]);
});

test('the window of the camera is never shorter than a code held still may be unread', () => {
  expect(readingRulesOf({ duplicateWindowMs: 0 }).duplicateWindowMs).toBe(1_000);
  expect(readingRulesOf({ duplicateWindowMs: 3_000 }).duplicateWindowMs).toBe(3_000);
});
