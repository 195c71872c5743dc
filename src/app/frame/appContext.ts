import { createContext, useContext } from 'react';
import type { AppState } from '#app/core/appState.ts';
import type { AppView } from '#app/core/appView.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import type { Remembered } from './remembered.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useScans } from '#tasks/intake/useScans.ts';

export interface AppContext {
  readonly appState: AppState;
  readonly remembered: Remembered;
}

const Context = createContext<AppContext | undefined>(undefined);

export const AppContextProvider = Context.Provider;

/** @throws Error outside the app. */
export function useAppContext(): AppContext {
  const context = useContext(Context);
  if (!context) throw new Error('a screen is shown outside the app');
  return context;
}

/** Where the app stands: who is at work, what is set, what the site says. */
export function useAppView(): AppView {
  return useView(useAppContext().appState);
}

/** On a screen without a task: a scan is held until a task takes it. */
export function useHeldScans() {
  const { cues } = useAppContext().appState.handheld;
  const pendingScans = usePendingScans();
  return useScans({
    onScan(scan) {
      pendingScans.put(scan);
      cues.play('step');
    },
  });
}
