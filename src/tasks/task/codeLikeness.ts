/**
 * What a code looks like, from close to rough, each as a key that no code is: its letters with its digits counted; what
 * stands before its first digit, and the kinds of signs after it; the kinds of all its signs; the same without their number.
 */
export function likenessOf(code: string): readonly string[] {
  const digits = code.replace(/[0-9]/g, '9');
  const kinds = digits.replace(/\p{L}/gu, 'A');
  const [{ length }] = /^[^0-9]*/.exec(digits) as unknown as [string];
  return [digits, digits.slice(0, length) + runs(kinds.slice(length)), kinds, runs(kinds)].map(
    (likeness, level) => `\0${level}${likeness}`,
  );
}

function runs(kinds: string): string {
  return kinds.replace(/(A|9)\1+/g, '$1');
}
