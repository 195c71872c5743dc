import { shownNumber } from './figures.ts';

// What the modules of src/i18n/words import: src/build/words.ts.
export { inLanguage } from './spoken.ts';
export { plural, select } from '@messageformat/runtime';

/** Writes a number inside a message: `#`, `{many, number}`. The library's own would start the browser's tables at once. */
export function number(_language: string, value: number, offset: number): string {
  return shownNumber(value - offset);
}
