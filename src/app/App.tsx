import { Activity, useEffect, useMemo, useState } from 'react';
import { draftName } from '#tasks/task/draft.ts';
import { usePath, useSearch } from '#ui/router.ts';
import { Awake } from './frame/Awake.tsx';
import { OtherScreens } from './OtherScreens.tsx';
import { Frame, toHome } from './frame/Frame.tsx';
import { GatewayAloud } from './frame/GatewayAloud.tsx';
import { HomeScreen } from './home/HomeScreen.tsx';
import { ScreenFailure, screen } from './frame/ScreenFailure.tsx';
import type { AppState } from './core/appState.ts';
import { SupervisorGate } from './people/SupervisorGate.tsx';
import { AppStateProvider, useAppState } from './frame/useAppState.ts';
import { PendingScansProvider, createPendingScans } from '#tasks/task/pendingScans.ts';
import { ScansScreen } from '#tasks/scans/ScansScreen.tsx';
import { HandheldProvider, useView } from '#tasks/task/handheld.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Aloud } from '#ui/aloud.tsx';
import { Failable } from '#ui/Failable.tsx';

const SignInScreen = screen(() => import('#app/people/SignInScreen.tsx'), 'SignInScreen');
const Emptied = screen(() => import('#app/handover/Emptied.tsx'), 'Emptied');
const Blocked = screen(() => import('#app/handover/Blocked.tsx'), 'Blocked');
const FirstStart = screen(() => import('#app/settings/FirstStart.tsx'), 'FirstStart');

/** The app over its state: what has to come first, then the screens by their addresses. */
export function App({ appState }: { readonly appState: AppState }) {
  const { stage, shift, settings } = useView(appState);
  const isEmptied = useView(appState.notices).emptied !== undefined;
  useLanguage(); // every screen is drawn anew where it changes
  const userId = settings?.userId; // what one has scanned and not used yet is not the next one's
  const pendingScans = useMemo(
    () => createPendingScans(appState.handheld.draft(draftName('hand-over', ''))),
    // oxlint-disable-next-line react/exhaustive-deps -- the draft is the worker's
    [appState, userId],
  );
  const [wasReady, setWasReady] = useState(stage === 'ready');
  if (stage === 'ready' && !wasReady) setWasReady(true);
  return (
    <HandheldProvider value={appState.handheld}>
      <AppStateProvider value={appState}>
        <PendingScansProvider value={pendingScans}>
          <Aloud>
            {isEmptied && <Emptied />}
            {!isEmptied && stage === 'first-start' && <FirstStart />}
            {!isEmptied && (stage === 'signed-out' || stage === 'locked') && <SignInScreen />}
            {!isEmptied && stage === 'blocked' && <Blocked />}
            {/* What was scanned and could not be saved outlives a storage that fails for a while. */}
            {wasReady && (
              <Activity mode={stage === 'ready' && !isEmptied ? 'visible' : 'hidden'}>
                <Failable renderFailed={(again) => <ScreenFailure again={again} />}>
                  <SupervisorGate>
                    <Failable renderFailed={() => null}>
                      <Awake />
                    </Failable>
                    <Screens key={shift} />
                  </SupervisorGate>
                </Failable>
              </Activity>
            )}
            <Failable renderFailed={() => null}>
              <GatewayAloud />
            </Failable>
          </Aloud>
        </PendingScansProvider>
      </AppStateProvider>
    </HandheldProvider>
  );
}

function Screens() {
  const appState = useAppState();
  const { site, stage } = useView(appState);
  const path = usePath();
  const search = useSearch();
  useEffect(() => {
    if (stage === 'ready') appState.at(path);
  }, [appState, path, stage]);
  if (path === '/' && !/[?&](?:op|code)=/.test(search)) return <HomeScreen />;
  if (path === revertOff.path && !site.operationsOff?.includes(revertOff.operation))
    return (
      <Frame title={revertOff.title()} back={toHome()} asksBeforeLeaving>
        <ScansScreen task={revertOff} />
      </Frame>
    );
  return <OtherScreens />;
}
