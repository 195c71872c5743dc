import { useState } from 'react';
import { ExportPanel } from './ExportPanel.tsx';
import { useTitle } from '#app/frame/Frame.tsx';
import { useAppState } from '#app/frame/useAppState.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Failable } from '#ui/Failable.tsx';
import { NotTakenHere } from '#app/frame/NotTakenHere.tsx';
import { Page, PageNotes } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { Hero } from '#ui/Hero.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { beforeWords } from '#i18n/words/before.ts';
import { icons } from '#ui/icons.ts';

/** The storage cannot be used: no scan is taken, and it is said so instead of pretended. */
export function Blocked() {
  const appState = useAppState();
  const { reason } = useView(appState);
  useTitle(APP_NAME);
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <header className="shell-header">
        <h1>{APP_NAME}</h1>
      </header>
      <PageNotes value={<NotTakenHere why={beforeWords().blockedTitle} />}>
        <Page
          line={<Hero prompt={beforeWords().blockedTitle} problem={beforeWords().off} typed="" />}
          dock={
            <Button size="big" kind="primary" icon={icons.again} onClick={appState.retry}>
              {beforeWords().retry}
            </Button>
          }
        >
          <div role="alert" className="stack">
            {reason !== undefined && <Problem text={reason} />}
            <p>{beforeWords().blocked}</p>
          </div>
          {isExporting ? (
            <Failable>
              <ExportPanel />
            </Failable>
          ) : (
            <Button size="big" icon={icons.saveFile} onClick={() => setExporting(true)}>
              {beforeWords().export}
            </Button>
          )}
        </Page>
      </PageNotes>
    </>
  );
}
