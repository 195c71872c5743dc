import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import type { optics } from './optics.ts';

type Optic = keyof typeof optics;
/** The name of one way to see a code: passes of one name see one thing, and two of them say it once. */
export type Witness =
  | Optic
  | `bars ${Optic | 'blurred'}`
  | 'rows'
  | 'fit'
  | 'matrix'
  | 'enlarged'
  | 'halved'
  | 'softened'
  | 'sharpened'
  | 'one threshold';
type Alike = Readonly<Partial<Record<Witness, Witness>>>;

// Set on labels of EAN-13 and UPC-A made by seed, of 1 to 2.2 pixels a module.
/** Looks that misread alike, where a module has few pixels: they are one witness, by the name of one of them. */
const alike: Alike = { rows: 'plain', soft: 'plain' };
/** The same for retail codes, of which any tenth misread has a fitting check digit. */
const alikeForRetail: Alike = {
  ...alike,
  'bars plain': 'plain',
  'bars soft': 'plain',
  'bars sharpest': 'bars sharp',
  'bars small': 'bars blurred',
  'bars more small': 'bars blurred',
  'bars more blurred': 'bars blurred',
};
/**
 * Pixels of a retail code's length above which no looks misread alike: two and a half for each of an EAN's 95 modules. Two for
 * each of a UPC-E's 51, by one photo from outside of this repository that was misread at 78. An EAN-8 never was.
 */
const misreadUpToPx: Readonly<Partial<Record<BarcodeFormat, number>>> = { EAN13: 237, UPCA: 237, UPCE: 102, EAN8: 0 };

/** Names the witness of a code that a look is which has read it: no two of one name prove it. @param found - its length in pixels is `long`. */
export function witnessOf(
  { format, long }: { readonly format: BarcodeFormat; readonly long: number },
  { witness }: { readonly witness: Witness },
): Witness {
  const most = misreadUpToPx[format];
  if (most !== undefined && long > most) return witness;
  return (most === undefined ? alike : alikeForRetail)[witness] ?? witness;
}
