import { useEffect, useState } from 'react';
import { navigate, usePath } from '#ui/router.ts';
import { Frame, toHome } from '#app/frame/Frame.tsx';
import { readArrival, arrivedIn } from '#app/shell/arrival.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { arrivalWords } from '#i18n/words/arrival.ts';

/** Shows what was shared with the app, or the code that a link brought: it goes on by itself, or says why it cannot. */
export function ArrivalScreen() {
  const appState = useAppState();
  const pendingScans = usePendingScans();
  const path = usePath();
  const [arrival] = useState(() => readArrival(location.search, appState.view().site, Date.now()));
  const { scan, problem, operation = '' } = arrival;
  useEffect(() => {
    if (scan && arrival.path === '/') arrivedIn(appState).put(scan);
    else if (scan) pendingScans.send(scan, arrival.path);
    if (scan) appState.handheld.cues.play('step');
    if (problem) appState.handheld.cues.play('wrong');
    else navigate(arrival.path, { replaces: true });
  }, [arrival, appState, pendingScans, problem, scan]);
  return (
    <Frame title={path === '/' ? arrivalWords().linkTitle : arrivalWords().shareTitle} back={toHome()}>
      <Page>
        <div role="alert">
          {problem && (
            <Problem
              text={
                problem === 'unknownOperation'
                  ? arrivalWords().unknownOperation({ name: operation })
                  : arrivalWords()[problem]
              }
            />
          )}
        </div>
      </Page>
    </Frame>
  );
}
