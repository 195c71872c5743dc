/** So many different ones are kept, the latest. */
const KEPT = 8;

/** Knows the ITF codes that were seen lately, for a row that leaves one half-way reads a part of it as a whole code. */
export function createItfGuard() {
  let seen: readonly string[] = [];
  return {
    /** Keeps a code that was seen. @param text - of any length: one that the site does not use has parts too. */
    note(text: string): void {
      seen = [text, ...seen.filter((one) => one !== text)].slice(0, KEPT);
    },
    /** Tells whether a longer one that was seen has this in it. */
    isPart: (text: string): boolean => seen.some((one) => one.length > text.length && one.includes(text)),
  };
}
