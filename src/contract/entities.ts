/** XML's five entities by their names; the one that may make another of what follows it is the last. */
export const FIVE: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** A CR is among them, as a parser would turn it into LF. */
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** Returns a text with references in the place of some characters. @param which - of `REFERENCES`, flag `g`. */
export function escapeMarkup(text: string, which = /[&<>]/g): string {
  return text.replace(which, (character) => REFERENCES[character] ?? character);
}

/** Any reference; the group is what is between `&` and `;`. */
const REFERENCE = /&(#[xX][\dA-Fa-f]+|#\d+|\w+);/g;

/**
 * Returns a text with its references read once.
 *
 * @param unknown - what comes in the place of one that XML does not have; absent: it stays as it is.
 * @param which - those that are read: flag `g`, with what is between `&` and `;` as the group.
 */
export function readReferences(text: string, unknown = (whole: string): string => whole, which = REFERENCE): string {
  return text.replace(which, (whole, inside: string) => characterOf(inside) ?? unknown(whole));
}

/** Returns a text with its references read once: numbers, and XML's five names but the apostrophe's. */
export function decodeMarkup(text: string): string {
  return readReferences(text, undefined, /&(#[0-9]{1,7}|lt|gt|quot|amp);/g);
}

function characterOf(inside: string): string | undefined {
  if (!inside.startsWith('#')) return Object.hasOwn(FIVE, inside) ? FIVE[inside] : undefined;
  const code = Number(/^#x/i.test(inside) ? `0${inside.slice(1)}` : inside.slice(1));
  const isCharacter = code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
