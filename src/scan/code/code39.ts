/** The sign in front of a letter, and what A to Z behind it stand for. Source: ISO/IEC 16388, full ASCII. */
const shifted: Readonly<Record<string, string>> = {
  $: '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a',
  '%': '\u001b\u001c\u001d\u001e\u001f;<=>?[\\]^_{|}~\u007f\u0000@`\u007f\u007f\u007f',
  '/': '!"#$%&\'()*+,-./0123456789:',
  '+': 'abcdefghijklmnopqrstuvwxyz',
};

const PAIR = /([$%/+])([A-Z])/gu;

/** Reads a Code 39 as full ASCII: `+A` is `a`, `/O` is `/`. Returns the text itself where it has no such pair. */
export function fullAsciiOf(printed: string): string {
  return printed.replace(
    PAIR,
    (pair, sign: string, letter: string) => shifted[sign]?.[letter.charCodeAt(0) - 65] ?? pair,
  );
}
