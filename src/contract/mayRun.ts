/** The longest text that an expression is run on which repeats or chooses; `siteSense.ts` refuses those that are slow on it. */
export const MAX_JUDGED = 2_000;

/**
 * Whether an expression of the site may be run on a text of the service: on any where it is nothing but letters and
 * classes, and as long as both together take no time that is felt; else on so many letters.
 *
 * @returns `undefined` where it may not.
 */
export function mayRun(expression: string, text: string): true | undefined {
  const isPlain = !/[*+?|}]/.test(expression) && expression.length * text.length < 5e7;
  return text.length <= MAX_JUDGED || isPlain || undefined;
}
