const LONGEST_NAME = 60;

/** Returns a name as it may be shown and logged: one line of at most 60 letters, without signs that are not seen or turn the line around. */
export function tidied(name: string): string {
  return oneLine(name.replace(/[\p{C}\p{Z}]+/gu, ' ').normalize('NFC'), LONGEST_NAME);
}

/** Returns a text of others as one line, without such signs; its spaces stay as they are. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return Array.from(line).slice(0, most).join('').trim();
}
