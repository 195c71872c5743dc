import { languageTags } from '#contract/languages.ts';
import type { Worded } from '#site/worded.ts';

/** Reads a word in each language from the fields `key:language` of a form; an empty field is none. */
export function readWorded(form: Readonly<Record<string, string>>, key: string): Worded {
  return Object.fromEntries(
    languageTags.flatMap((tag) => {
      const text = form[`${key}:${tag}`]?.trim() ?? '';
      return text === '' ? [] : [[tag, text]];
    }),
  );
}
