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

/** Returns a text with its references read once: numbers, and XML's five names but the apostrophe's. */
export function decodeMarkup(text: string): string {
  return text.replace(/&(?:#([0-9]{1,7})|(lt|gt|quot|amp));/g, (whole, decimal?: string, name?: string) => {
    if (name !== undefined) return FIVE[name] ?? whole;
    const code = Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
