import type { Language } from '#contract/languages.ts';
import { createListeners } from '#contract/listeners.ts';
import type { AppMessages } from './words/messages.ts';
import { translations } from './words/translations.ts';

/** The language that is spoken in this page: one at a time. */
const now: { language: Language; wanted: Language; messages: AppMessages | undefined } = {
  language: 'en',
  wanted: 'en',
  messages: undefined,
};

/** Speaks a language from now on, once its messages are loaded. The last call holds. */
export async function speakIn(next: Language): Promise<void> {
  now.wanted = next;
  const messages = await translations[next]?.();
  if (now.wanted !== next || now.language === next) return;
  Object.assign(now, { language: next, messages });
  tell();
}

export function language(): Language {
  return now.language;
}

/** Calls a listener each time another language is spoken. @returns a function that ends it. */
const [tell, onLanguage] = createListeners();
export { onLanguage };

/**
 * Returns a reader of an area's messages: those of the language that is spoken. It is called where something is said or drawn, and
 * what it returns is not kept. English comes with whoever reads it.
 */
export function inLanguage<Area extends keyof AppMessages>(
  area: Area,
  english: AppMessages[Area],
): () => AppMessages[Area] {
  return () => now.messages?.[area] ?? english;
}
