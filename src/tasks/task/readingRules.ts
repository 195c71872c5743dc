import type { ScanningRules } from '#contract/codes.ts';
import { type ReadingRules, warehouseRules } from '#scan/decode/formats.ts';

/** A code that is held still before the camera must not count anew at each picture, whatever the trigger's window is. */
const LEAST_OUT_OF_SIGHT_MS = 1_000;

/** What the camera looks for at this site; what the site does not say is a warehouse's usual. */
export function readingRulesOf({ formats, itfLengths, duplicateWindowMs }: ScanningRules = {}): ReadingRules {
  return {
    formats: formats ?? warehouseRules.formats,
    itfLengths: itfLengths ?? warehouseRules.itfLengths,
    ...(duplicateWindowMs !== undefined && { duplicateWindowMs: Math.max(duplicateWindowMs, LEAST_OUT_OF_SIGHT_MS) }),
  };
}
