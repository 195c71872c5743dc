import { Suspense, useEffect, useState } from 'react';
import { nameSink } from '#app/core/nameSink.ts';
import { useFloor } from '#app/frame/floor.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { ScanLine } from '#ui/ScanLine.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { beforeWords as words } from '#i18n/en/before.ts';
import { startWords } from '#i18n/en/start.ts';
import { tasksWords } from '#i18n/en/task.ts';
import { part } from '#ui/part.ts';

const ExportPanel = part(() => import('./ExportPanel.tsx'), 'ExportPanel');

/** The storage cannot be used: no scan is taken, and it is said so instead of pretended. */
export function Blocked() {
  const { base } = useFloor();
  const { reason } = useView(base);
  useEffect(() => nameSink(APP_NAME, tasksWords.scanField));
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <header className="shell-header">
        <h1>{APP_NAME}</h1>
      </header>
      <Page
        line={
          <ScanLine ready={false} word={words.off} typed="">
            {null}
          </ScanLine>
        }
        dock={
          <Button size="big" kind="primary" icon="repeat" wide onClick={base.retry}>
            {words.retry}
          </Button>
        }
      >
        <h2 className="prompt">{words.blockedTitle}</h2>
        <div role="alert" className="stack">
          {reason !== undefined && <Problem text={reason} />}
          <p>{words.blocked}</p>
        </div>
        {isExporting ? (
          <Suspense fallback={<p>{startWords.starting}</p>}>
            <ExportPanel />
          </Suspense>
        ) : (
          <Button size="big" icon="update" wide onClick={() => setExporting(true)}>
            {words.export}
          </Button>
        )}
      </Page>
    </>
  );
}
