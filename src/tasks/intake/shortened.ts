import { MAX_CODE_LENGTH } from '#contract/codes.ts';

/** A code as it is shown where it is none that can be taken: one that is too long hides nothing of what is said of it. */
export function shortened(text: string): string {
  if (text.length <= MAX_CODE_LENGTH) return text;
  const characters = Array.from(text);
  return `${characters.slice(0, 24).join('')} … ${characters.slice(-8).join('')}`;
}
