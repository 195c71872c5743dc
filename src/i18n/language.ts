/** A text in every language: for what is data, such as a task. One that is missing does not compile. */
export type Texts = Readonly<Record<Language, string>>;

/** The words of a language, by the names of the catalogues. */
type Words = { readonly [name: string]: object };

/** The languages of the app, by their BCP 47 subtags; each in its own words where one is chosen. */
export const languages = { en: 'English', zh: '简体中文', ru: 'Русский' } as const;

export type Language = keyof typeof languages;

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text);
}

const catalogues = new Map<string, { readonly live: object; readonly english: object }>();
const listeners = new Set<() => void>();
let spoken: Language = 'en';
let wanted: Language = 'en';
let translation: Words | undefined;

/**
 * A catalogue of words: English until another language is spoken, then that one's. The object stays the same, so a
 * module may keep it; what it holds may not be kept longer than a drawing of the screen.
 *
 * @param name - its name in `Translation`, where a language that lacks it does not compile.
 */
export function catalogue<T extends object>(name: string, english: T): T {
  const live = { ...english, ...translation?.[name] };
  catalogues.set(name, { live, english });
  return live;
}

/** Speaks a language from now on: loads its words, then changes every catalogue. The last call holds. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const loaded = await loaders[next]();
  if (wanted !== next || spoken === next) return;
  spoken = next;
  translation = loaded;
  for (const [name, { live, english }] of catalogues) {
    Object.assign(live, english, translation?.[name]);
  }
  for (const listener of listeners) listener();
}

/** A chunk of its own each: a start loads the one that is spoken. */
const loaders: Readonly<Record<Language, () => Promise<Words | undefined>>> = {
  en: async () => undefined,
  zh: async () => (await import('./zh.ts')).zh,
  ru: async () => (await import('./ru.ts')).ru,
};

/** The text of the language that is spoken. */
export function inWords(texts: Texts): string {
  return texts[spoken];
}

export function language(): Language {
  return spoken;
}

/** @returns a function that ends it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
