/**
 * Returns a code's likeness, from close to rough, each as a key that no code is: its letters with its digits counted;
 * and what stands before its first digit, with the kinds of signs after it. Looser, codes of any look would be taken
 * for each other.
 */
export function likenessOf(code: string): readonly string[] {
  const digits = code.replace(/[0-9]/g, '9');
  const [prefix] = /^[^0-9]*/.exec(digits) as unknown as [string];
  const kinds = digits
    .slice(prefix.length)
    .replace(/\p{L}+/gu, 'A')
    .replace(/9+/g, '9');
  return [`\0${digits}`, ...(prefix === '' ? [] : [`\0\0${prefix}${kinds}`])];
}
