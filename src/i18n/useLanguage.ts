import { useSyncExternalStore } from 'react';
import { type Language, language, onLanguage } from './language.ts';

/** The language that is spoken: what calls it is drawn anew where that changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language);
}
