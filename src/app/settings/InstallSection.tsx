import { useState } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { appFactsWords } from '#i18n/words/appFacts.ts';
import { installWords } from '#i18n/words/install.ts';
import { installingWords } from '#i18n/words/installing.ts';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { TakeUpdate } from '#app/frame/ShellNotice.tsx';
import type { BrowserStorageFacts } from '#device/storageFacts.ts';
import { FactList } from '#ui/Facts.tsx';

/** Shows whether the app is installed, and how it gets there: by the browser's offer, by its menu, or by hand on iOS. */
export function InstallSection() {
  const appState = useAppState();
  const { canInstall, isInstalled, isUntrusted } = useView(appState.notices);
  const [isAlone] = useState(runsAlone);
  return (
    <Section title={installingWords().title} fold={isUntrusted ? 'open' : 'shut'}>
      {isUntrusted ? (
        <p>
          <b>{installWords().untrusted}</b> {installWords().untrustedHelp}
        </p>
      ) : isAlone || isInstalled ? (
        <p>{installingWords().installed}</p>
      ) : (
        <HowTo canInstall={canInstall === true} />
      )}
    </Section>
  );
}

function HowTo({ canInstall }: { readonly canInstall: boolean }) {
  const appState = useAppState();
  if (!isSecureContext) return <p>{installingWords().insecure}</p>;
  if (isIos()) {
    return (
      <>
        <p>{installingWords().hint}</p>
        <ol>
          {Object.values(installingWords().ios).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="hint">{installingWords().iosHint}</p>
      </>
    );
  }
  return (
    <>
      <p>{installingWords().hint}</p>
      {canInstall ? (
        <Button size="big" icon={icons.install} onClick={() => void appState.install(true)}>
          {installWords().install}
        </Button>
      ) : (
        <p className="hint">{installingWords().byMenu}</p>
      )}
    </>
  );
}

/** Tells whether the app runs in a window of its own. Source: Web App Manifest, display modes; Safari's `navigator.standalone`. */
function runsAlone(): boolean {
  const isAlone = matchMedia(
    '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)',
  ).matches;
  return isAlone || (navigator as { standalone?: boolean }).standalone === true;
}

/** iOS and iPadOS: no browser there makes an offer. An iPad says it is a Mac, and no Mac has a touch screen. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

declare const __VERSION__: string;

/** Shows the facts of this installation: whether it starts without network, its version, and what can be done about either. */
export function AppFacts() {
  const appState = useAppState();
  const { site } = useView(appState);
  const { updateReady, offlineReady, isUntrusted, storage } = useView(appState.notices);
  const facts = [
    {
      caption: appFactsWords().offline,
      value: appFactsWords()[offlineReady ? 'offlineReady' : isUntrusted ? 'offlineUntrusted' : 'offlineNotReady'],
    },
    ...(site.name === '' ? [] : [{ caption: appFactsWords().warehouse, value: site.name }]),
    { caption: appFactsWords().storage, value: storageText(storage) },
    { caption: appFactsWords().version, value: __VERSION__ },
  ];
  return (
    <Section title={appFactsWords().app} fold={updateReady || isUntrusted ? 'open' : 'shut'}>
      {updateReady && (
        <>
          <p>{appFactsWords().updateHint}</p>
          <TakeUpdate word={appFactsWords().update} isBig />
        </>
      )}
      <FactList facts={facts} />
    </Section>
  );
}

function storageText({ isPersisted, usage, quota }: BrowserStorageFacts): string {
  const kept = appFactsWords().persisted[isPersisted === undefined ? 'unknown' : isPersisted ? 'yes' : 'no'];
  return usage === undefined || quota === undefined
    ? kept
    : `${kept}; ${appFactsWords().room({ used: Math.round(usage / 1_000_000), of: Math.round(quota / 1_000_000) })}`;
}
