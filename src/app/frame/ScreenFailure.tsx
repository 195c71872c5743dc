import { Component, type ReactNode, useEffect } from 'react';
import { focusSoon } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { APP_NAME } from '#i18n/appName.ts';
import { words } from '#i18n/words.ts';

/** Gives a sentence and a way on instead of a blank page. React has no other form for it than a class. */
export class ScreenFailure extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <>
        <header className="shell-header">
          <h1>{APP_NAME}</h1>
        </header>
        <Page
          dock={
            <Button size="big" kind="primary" icon={icons.home} onClick={() => location.assign('/')}>
              {words('home').back}
            </Button>
          }
        >
          <h2 className="prompt">{words('start').brokenTitle}</h2>
          <p role="alert">{words('start').broken}</p>
        </Page>
      </>
    );
  }
}

/** Stands in a screen’s place until its part of the app is loaded. */
export function Starting() {
  useEffect(focusSoon, []); // what a scanner injects meanwhile needs a place
  return (
    <>
      <header className="shell-header">
        <h1>{APP_NAME}</h1>
      </header>
      <main className="shell-main" aria-busy="true">
        <p>{words('start').starting}</p>
      </main>
    </>
  );
}
