import { useState } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import { choose, offeredBy } from '#app/core/speakFor.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { Choice } from '#ui/Choice.tsx';
import { Alert } from '#ui/Problem.tsx';
import { type Language, languageAttribute, languages } from '#contract/languages.ts';
import { words } from '#i18n/words.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

function inItself(name: Language) {
  return <bdi lang={languageAttribute(name)}>{languages[name]}</bdi>;
}

/** The language of this handheld, kept with its settings where there are any: it changes at once, in the middle of any task. */
export function LanguageSection() {
  const { settings, site } = useAppView();
  const spoken = useLanguage();
  const { change: keep, problems } = useEntry();
  const [isMissing, setMissing] = useState(false);
  const offered = offeredBy(site);
  if (offered.length < 2) return null;

  async function change(language: Language): Promise<void> {
    setMissing(false);
    try {
      await choose(language);
    } catch {
      setMissing(true); // its words were never loaded on this handheld, and there is no network
      return;
    }
    if (settings) await keep({ language });
  }

  return (
    <section className="stack" aria-label={words('settings').language}>
      <Choice
        label={words('settings').language}
        options={offered.map((name) => [name, inItself(name)] as const)}
        value={spoken}
        onChange={(language) => void change(language)}
      />
      <Alert text={isMissing ? words('settings').languageMissing : problems.other} />
    </section>
  );
}
