import { pluralOf, shownNumber } from './figures.ts';

/** `1 call`, `2 calls`. */
export function count(number: number, one: string, many: string): string {
  return `${shownNumber(number)} ${number === 1 ? one : many}`;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `1 запись`, `2 записи`, `5 записей`: the forms of a Russian counted word. */
export function counted(number: number, one: string, few: string, many: string): string {
  return `${shownNumber(number)} ${ofMany(number, one, few, many)}`;
}

/** The form that goes with a number, without the number. */
export function ofMany(number: number, one: string, few: string, many: string): string {
  const form = pluralOf(number);
  return form === 'one' ? one : form === 'few' ? few : many;
}
