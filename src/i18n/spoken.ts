import type { Language } from '#contract/languages.ts';
import type { AppMessages } from './messages.ts';
import { translations } from './words.ts';

/** What is spoken in this page: one language at a time. */
const now: { language: Language; wanted: Language; messages: AppMessages | undefined } = {
  language: 'en',
  wanted: 'en',
  messages: undefined,
};
const listeners = new Set<() => void>();

/** Speaks a language from now on, once its messages are loaded. The last call holds. */
export async function speak(next: Language): Promise<void> {
  now.wanted = next;
  const messages = await translations[next]?.();
  if (now.wanted !== next || now.language === next) return;
  Object.assign(now, { language: next, messages });
  for (const listener of listeners) listener();
}

export function language(): Language {
  return now.language;
}

/** @returns a function that ends it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How an area's messages are read: those of the language that is spoken. English comes with whoever reads them. */
export function inLanguage<Area extends keyof AppMessages>(
  area: Area,
  english: AppMessages[Area],
): () => AppMessages[Area] {
  return () => now.messages?.[area] ?? english;
}
