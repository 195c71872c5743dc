const LONGEST_NAME = 60;

/** Returns a name as it may be shown and logged: one line of at most 60 letters, without signs that are not seen or turn the line around. */
export function tidied(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return Array.from(line.normalize('NFC')).slice(0, LONGEST_NAME).join('').trim();
}
