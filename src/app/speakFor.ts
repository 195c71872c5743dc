import type { Settings } from '#device/settings.ts';
import { type Language, isLanguage, speak } from '#ui/language.ts';

/** Speaks the language that is set on this handheld, else the browser's own where Scanline has it. @throws where its words cannot be loaded */
export async function speakFor(settings: Pick<Settings, 'language'> | undefined): Promise<void> {
  const language = settings?.language ?? ownLanguage();
  if (!isLanguage(language)) return;
  await speak(language);
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
}

function ownLanguage(): Language | undefined {
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage);
}
