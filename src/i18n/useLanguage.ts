import type { Language } from '#contract/languages.ts';
import { useSyncExternalStore } from 'react';
import { language, onLanguage } from './spoken.ts';

/** Returns the language that is spoken: what calls it is drawn anew where that changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language);
}
