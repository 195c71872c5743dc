import { useState } from 'react';
import { useAppContext } from '#app/frame/appContext.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Section.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

/** Whether the app is installed, and how it gets there: by the browser's offer, by its menu, or by hand on iOS. */
export function InstallSection() {
  const { appState } = useAppContext();
  const { canInstall, isInstalled, isUntrusted } = useView(appState.notices);
  const [isAlone] = useState(runsAlone);
  return (
    <Section title={words('install').title} isApart>
      {isUntrusted ? (
        <p>
          <b>{words('install').untrusted}</b> {words('install').untrustedHelp}
        </p>
      ) : isAlone || isInstalled ? (
        <p>{words('install').installed}</p>
      ) : (
        <HowTo canInstall={canInstall === true} install={() => appState.install(true)} />
      )}
    </Section>
  );
}

function HowTo({ canInstall, install }: { readonly canInstall: boolean; readonly install: () => Promise<void> }) {
  if (!isSecureContext) return <p>{words('install').insecure}</p>;
  if (isIos()) {
    return (
      <>
        <p>{words('install').hint}</p>
        <ol>
          {Object.values(words('install').ios).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="hint">{words('install').iosHint}</p>
      </>
    );
  }
  return (
    <>
      <p>{words('install').hint}</p>
      {canInstall ? (
        <Button size="big" icon={laterIcons.install} wide onClick={() => void install()}>
          {words('install').install}
        </Button>
      ) : (
        <p className="hint">{words('install').byMenu}</p>
      )}
    </>
  );
}

/** Whether it runs in a window of its own. Source: Web App Manifest, display modes; Safari's `navigator.standalone`. */
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
