import { expressionFits } from '#site/expressionFits.ts';
import type { Of } from '#contract/schema.ts';
import type { code, scanningRules } from '#site/siteSchemaParts.ts';

/** The camera's rules: which formats it looks for, and when a repeat counts. */
export type ScanningRules = Of<typeof scanningRules>;

/** The form of the codes that fill a parameter. */
export type CodeRule = Of<typeof code>;

/** By the wire name of the parameter. */
export type CodeRules = Readonly<Record<string, CodeRule>>;

/**
 * The longest code that is taken, in characters: a GS1 code holds 48, a hand-over's 170-byte QR code is none of a task.
 * It also bounds the time that a pattern can take.
 */
export const MAX_CODE_LENGTH = 128;

/** Tells whether the whole text fits the pattern. One of more than `MAX_CODE_LENGTH` never does, and is not looked at. */
export function fitsCode({ pattern }: Pick<CodeRule, 'pattern'>, text: string): boolean {
  return text.length <= MAX_CODE_LENGTH && expressionFits(`^(?:${pattern})$`, text) === true;
}
