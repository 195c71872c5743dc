import { type Language, languageTags } from '#contract/languages.ts';
import { type SchemaOf, named } from '#contract/schema.ts';

/** A word in the languages of the app. Where one is absent the first that is there stands for it. */
export type Worded = Readonly<Partial<Record<Language, string>>>;

export const worded: SchemaOf<Worded> = {
  type: 'object',
  properties: Object.fromEntries(languageTags.map((tag) => [tag, { ...named, maxLength: 60 }])),
  additionalProperties: false,
};

/** Returns a word in a language, else in the first that it has; `undefined`: there is none. */
export function wordIn(words: Worded | undefined, language: Language): string | undefined {
  return words?.[language] ?? Object.values(words ?? {})[0];
}
