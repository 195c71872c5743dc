import { usualCharset } from '#contract/charsets.ts';
import type { ScanningRules } from '#site/codes.ts';
import type { Language } from '#contract/languages.ts';
import { type ReadingRules, warehouseRules } from '#scan/decode/formats.ts';

/** A code that is held still before the camera must not count anew at each picture, whatever the trigger's window is. */
const LEAST_OUT_OF_SIGHT_MS = 1_000;

/** Returns the site's rules for what the camera reads; what the site does not say is a warehouse's usual. */
export function readingRulesOf(
  { formats, itfLengths, duplicateWindowMs, code39FullAscii, charset }: ScanningRules = {},
  language: Language = 'en',
): ReadingRules {
  return {
    formats: formats ?? warehouseRules.formats,
    itfLengths: itfLengths ?? warehouseRules.itfLengths,
    charset: charset ?? usualCharset(language),
    isCharsetGuessed: charset === undefined,
    ...(code39FullAscii !== undefined && { code39FullAscii }),
    ...(duplicateWindowMs !== undefined && { duplicateWindowMs: Math.max(duplicateWindowMs, LEAST_OUT_OF_SIGHT_MS) }),
  };
}
