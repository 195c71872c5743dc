import { hasCheckDigit } from './checkDigit.ts';

const LENGTH = 14;

/**
 * Returns the GTIN that a code is, in fourteen digits: a UPC-A, an EAN-8 or EAN-13, the fourteen themselves, or these behind
 * the `01` of a GS1 code that says no more. `undefined` for any other text.
 *
 * Source: GS1 General Specifications, 3.3.2: a shorter one is filled up with zeros.
 */
export function gtinOf(text: string): string | undefined {
  const digits = /^(?:01(?=\d{14}$))?(\d{8}|\d{12,14})$/.exec(text)?.[1];
  return digits !== undefined && hasCheckDigit(digits) ? digits.padStart(LENGTH, '0') : undefined;
}
