import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useAppView, useHeldScans } from './useAppState.ts';
import { focusSoon } from '#tasks/intake/useScans.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { type PropsOf, part } from '#ui/part.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { homeWords } from '#i18n/words/home.ts';
import { startWords } from '#i18n/words/start.ts';

/** Gives a sentence and two ways on instead of a blank page. @param again - draws the screen once more */
export function ScreenFailure({ again }: { readonly again: () => void }) {
  const { stage } = useAppView();
  return (
    <>
      <header className="shell-header">
        <h1>{APP_NAME}</h1>
      </header>
      <Page
        dock={
          <div className="buttons">
            <Button size="big" icon={icons.home} onClick={() => location.assign('/')}>
              {homeWords().back}
            </Button>
            <Button size="big" kind="primary" onClick={again}>
              {startWords().again}
            </Button>
          </div>
        }
      >
        <h2 className="prompt">{startWords().brokenTitle}</h2>
        <p role="alert">{startWords().broken}</p>
        {stage === 'ready' && <HeldMeanwhile />}
      </Page>
    </>
  );
}

/** Keeps scans for Home while no screen takes them, and counts them. */
function HeldMeanwhile() {
  useHeldScans();
  const scans = useView(usePendingScans());
  return <output>{startWords().waitAtHome({ scans: scans.length })}</output>;
}

/** A screen that is loaded when it is first opened; one that fails is told in its place. */
export function screen<Name extends string, Module extends Readonly<Record<Name, (props: never) => ReactNode>>>(
  load: () => Promise<Module>,
  name: Name,
): ComponentType<PropsOf<Module[Name]>> {
  return part<Name, Module>(load, name, Starting, (again) => <ScreenFailure again={again} />);
}

/** Stands in a screen’s place until its part of the app is loaded. */
function Starting() {
  useEffect(focusSoon, []); // what a scanner injects meanwhile needs a place
  return (
    <>
      <header className="shell-header">
        <h1>{APP_NAME}</h1>
      </header>
      <main className="shell-main" aria-busy="true">
        <p>{startWords().starting}</p>
      </main>
    </>
  );
}
