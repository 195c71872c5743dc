import { Activity, Suspense, useEffect, useMemo, useState } from 'react';
import { usePath, useSearch } from '#app/frame/router.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { HomeScreen } from '#app/home/HomeScreen.tsx';
import { ScreenFailure } from '#app/frame/ScreenFailure.tsx';
import type { AppState } from '#app/core/appState.ts';
import { SupervisorGate } from '#app/people/SupervisorGate.tsx';
import { createRemembered } from '#app/frame/remembered.ts';
import { AppContextProvider, useAppContext } from '#app/frame/appContext.ts';
import { createPendingScans } from '#tasks/task/pendingScans.ts';
import { useAwake } from '#app/frame/useAwake.ts';
import { callLink, toHome } from '#app/frame/places.tsx';
import { TaskScreen } from '#tasks/scans/TaskScreen.tsx';
import { HandheldProvider, useView } from '#tasks/task/handheld.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { words } from '#i18n/words.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { focusSoon } from '#tasks/intake/useScans.ts';
import { APP_NAME } from '#i18n/appName.ts';
import { part } from '#ui/part.ts';

/** What a start does not need: chunks of their own, kept for a start without network like the rest. */
const OtherScreens = part(() => import('#app/OtherScreens.tsx'), 'OtherScreens');
const SignInScreen = part(() => import('#app/people/SignInScreen.tsx'), 'SignInScreen');
const Blocked = part(() => import('#app/handover/Blocked.tsx'), 'Blocked');
const FirstStart = part(() => import('#app/settings/FirstStart.tsx'), 'FirstStart');

/** The app over its state: what has to come first, then the screens by their addresses. */
export function App({ appState }: { readonly appState: AppState }) {
  const { stage, shift, settings } = useView(appState);
  useLanguage(); // every screen is drawn anew where it changes
  const userId = settings?.userId; // what one has scanned and not used yet is not the next one's
  const pendingScans = useMemo(
    () => createPendingScans(appState.handheld.draft('hand-over')),
    // oxlint-disable-next-line react/exhaustive-deps -- the draft is the worker's
    [appState, userId],
  );
  const [remembered] = useState(createRemembered);
  const context = useMemo(() => ({ appState, pendingScans, remembered }), [appState, pendingScans, remembered]);
  const [wasReady, setWasReady] = useState(stage === 'ready');
  if (stage === 'ready' && !wasReady) setWasReady(true);
  return (
    <HandheldProvider value={appState.handheld}>
      <AppContextProvider value={context}>
        {stage === 'first-start' && (
          <Suspense fallback={<Starting />}>
            <FirstStart />
          </Suspense>
        )}
        {(stage === 'signed-out' || stage === 'locked') && (
          <Suspense fallback={<Starting />}>
            <SignInScreen />
          </Suspense>
        )}
        {stage === 'blocked' && (
          <Suspense fallback={<Starting />}>
            <Blocked />
          </Suspense>
        )}
        {/* What was scanned and could not be saved outlives a storage that fails for a while. */}
        {wasReady && (
          <Activity mode={stage === 'ready' ? 'visible' : 'hidden'}>
            <ScreenFailure>
              <Suspense fallback={<Starting />}>
                <SupervisorGate>
                  <Screens key={shift} />
                </SupervisorGate>
              </Suspense>
            </ScreenFailure>
          </Activity>
        )}
      </AppContextProvider>
    </HandheldProvider>
  );
}

function Starting() {
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

function Screens() {
  const { appState, pendingScans } = useAppContext();
  const { site, stage } = useView(appState);
  const path = usePath();
  const search = useSearch();
  useAwake();
  useEffect(() => {
    if (stage === 'ready') appState.at(path);
  }, [appState, path, stage]);
  if (path === '/' && !/[?&](?:op|code)=/.test(search)) return <HomeScreen />;
  if (path === revertOff.path && !site.operationsOff?.includes(revertOff.operation))
    return (
      <Frame title={revertOff.title()} back={toHome} asksBeforeLeaving>
        <TaskScreen task={revertOff} link={callLink} pendingScans={pendingScans} />
      </Frame>
    );
  return <OtherScreens />;
}
