import { type ReactNode, useContext } from 'react';
import { BegunList } from './BegunList.tsx';
import { DoneToday } from './DoneToday.tsx';
import { EndedList } from './EndedList.tsx';
import { go } from '#ui/Link.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { HomeTasks } from './HomeTasks.tsx';
import { useAppState } from '#app/frame/useAppState.ts';
import { workerName } from '#device/workers.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { waysOf } from '#tasks/catalogue/routes.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Failable } from '#ui/Failable.tsx';
import { Page, PageNotes } from '#ui/Page.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { homeWords } from '#i18n/words/home.ts';

/** The tasks, large. A scan made here goes to the one task that it fits, or waits for a person's word. */
export function HomeScreen() {
  const appState = useAppState();
  const pendingScans = usePendingScans();
  const { site, settings } = useView(appState);

  function route(scan: ScanNote): void {
    const ways = waysOf(appState.view().site, scan);
    const isAlone = pendingScans.view().length === 1 && pendingScans.view()[0]?.text === scan.text;
    const [only, ...others] = ways === 'any' ? [] : ways;
    if (!only || others.length > 0 || !isAlone || location.pathname !== '/') return;
    pendingScans.send(scan, only.path);
    go(only.path);
  }

  const scanning = useScans({
    onScan(scan) {
      pendingScans.put(scan);
      appState.handheld.cues.play('step');
      route(scan);
    },
  });
  return (
    <Frame title={APP_NAME}>
      <WithLists>
        <Page
          line={
            <div className="home-line">
              <ScanHero
                scanning={scanning}
                isSmall
                prompt={homeWords().prompt}
                note={
                  <>
                    <span translate="no">{workerName(site.workers, settings?.userId ?? '')}</span>
                    <DoneToday />
                  </>
                }
              />
            </div>
          }
        >
          <Failable>
            <HomeTasks />
          </Failable>
        </Page>
      </WithLists>
    </Frame>
  );
}

/** Beside what the app has to say: the list that is checked off, and the one that was ended just now. Neither moves a tile. */
function WithLists({ children }: { readonly children: ReactNode }) {
  const notes = useContext(PageNotes);
  const lists = (
    <>
      <EndedList />
      <BegunList />
      {notes}
    </>
  );
  return <PageNotes value={lists}>{children}</PageNotes>;
}
