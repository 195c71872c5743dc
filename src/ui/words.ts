import { shownNumber } from './figures.ts';

/** `1 call`, `2 calls`. */
export function count(number: number, one: string, many: string): string {
  return `${shownNumber(number)} ${number === 1 ? one : many}`;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
