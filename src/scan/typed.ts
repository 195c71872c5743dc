import { scanOf } from './normalise.ts';
import type { Scan } from './scan.ts';

/**
 * A scan from what a person typed into a text field, cleaned as a scanner's text is.
 *
 * @param at - Unix ms.
 * @returns `undefined` for a blank field.
 */
export function typedScan(value: string, at: number): Scan | undefined {
  return scanOf(value, 'typed', at);
}
