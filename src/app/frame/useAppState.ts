import type { AppState } from '#app/core/appState.ts';
import type { AppView } from '#app/core/appView.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { createGiven } from '#ui/given.ts';

export const [AppStateProvider, useAppState] = createGiven<AppState>();

/** Returns the app's state: who is at work, what is set, what the site says. */
export function useAppView(): AppView {
  return useView(useAppState());
}

/** On a screen without a task: a scan is held until a task takes it. */
export function useHeldScans() {
  const { cues } = useAppState().handheld;
  const pendingScans = usePendingScans();
  return useScans({
    onScan(scan) {
      pendingScans.put(scan);
      cues.play('step');
    },
  });
}
