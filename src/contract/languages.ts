/** The languages of the app and of the gateway's pages by their BCP 47 subtags, each as it calls itself. */
export const languages = { en: 'English', zh: '简体中文', ru: 'Русский' } as const;

export type Language = keyof typeof languages;

export const languageTags = Object.keys(languages) as readonly Language[];

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text);
}

/** Writes a language for the attribute `lang`: Chinese is written in the simplified letters. */
export function languageAttribute(language: Language): string {
  return language === 'zh' ? 'zh-Hans' : language;
}
