import { expect, test } from 'vitest';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { type Witness, witnessOf } from './witnesses.ts';

test('sharpened bars and unblurred ones of a small EAN confirm none of their kind', () => {
  const names = (format: BarcodeFormat, long: number, ...witnesses: Witness[]) =>
    new Set(witnesses.map((witness) => witnessOf({ format, long }, { witness }))).size;
  expect(names('EAN13', 230, 'bars sharpest', 'bars sharp')).toBe(1);
  expect(names('EAN13', 230, 'bars small', 'bars more small', 'bars blurred', 'bars more blurred')).toBe(1);
  expect(names('EAN13', 230, 'plain', 'bars sharp', 'bars blurred', 'fit')).toBe(4);
  expect(names('EAN13', 300, 'bars sharpest', 'bars sharp')).toBe(2);
  expect(names('Code39', 230, 'bars sharpest', 'bars sharp')).toBe(2);
  expect((['plain', 'rows'] as const).map((witness) => names('UPCE', 78, 'plain', witness))).toEqual([1, 1]);
  expect(names('UPCE', 110, 'plain', 'rows')).toBe(2);
});
