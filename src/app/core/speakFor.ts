import { attempt } from '#contract/attempt.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { localKeys } from '#device/localKeys.ts';
import type { HandheldSettings } from '#device/settings.ts';
import { isLanguage, languageAttribute, languageTags, type Language } from '#contract/languages.ts';
import { language, speakIn } from '#i18n/spoken.ts';

type Site = Pick<SiteConfiguration, 'languages'>;

/** The languages that can be chosen here. */
export function offeredBy({ languages: offered }: Site): readonly Language[] {
  return offered ?? languageTags;
}

/** No start, and no saving, waits longer for words: they come when they come. */
const WITHIN_MS = 3_000;

/** Speaks the language chosen here, else the site's first, else the device's; until then the one before. */
export async function speakFor(settings: Pick<HandheldSettings, 'language'> | undefined, site: Site): Promise<void> {
  const chosen = settings?.language ?? chosenLanguage();
  const offered = offeredBy(site);
  const wanted = offered.find((name) => name === chosen) ?? site.languages?.[0] ?? ownLanguage() ?? 'en';
  const late = new Promise((done) => setTimeout(done, WITHIN_MS));
  await Promise.race([speakNow(wanted).catch(() => undefined), late]);
}

async function speakNow(wanted: Language): Promise<void> {
  await speakIn(wanted);
  document.documentElement.lang = languageAttribute(language());
}

/** Speaks what a person chose, from now on and at the next start. @throws where its words cannot be loaded */
export async function choose(chosen: Language): Promise<void> {
  attempt(() => localStorage.setItem(localKeys.language, chosen)); // no room: it is kept with the settings
  await speakNow(chosen);
}

/** The language that a person chose on this handheld. */
export function chosenLanguage(): Language | undefined {
  const kept = localStorage.getItem(localKeys.language);
  return isLanguage(kept) ? kept : undefined;
}

function ownLanguage(): Language | undefined {
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage);
}
