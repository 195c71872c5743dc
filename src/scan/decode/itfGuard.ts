/** Knows the ITF codes that were seen lately, for a row that leaves one half-way reads a part of it as a whole code. */
export interface ItfGuard {
  /** @param text - of any length: one that the site does not use has parts too. */
  note(text: string): void;
  /** Whether a longer one that was seen has this in it. */
  isPart(text: string): boolean;
}

/** So many different ones are kept, the latest. */
const KEPT = 8;

export function createItfGuard(): ItfGuard {
  let seen: readonly string[] = [];
  return {
    note(text) {
      seen = [text, ...seen.filter((one) => one !== text)].slice(0, KEPT);
    },
    isPart: (text) => seen.some((one) => one.length > text.length && one.includes(text)),
  };
}
