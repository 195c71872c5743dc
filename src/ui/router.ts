import { useSyncExternalStore } from 'react';
import { createListeners } from '#contract/listeners.ts';

const [tell, subscribe] = createListeners();

/** Entry of a step to another screen in the browser's history. */
interface Entry {
  /** Takes the place of the present entry, which no Back leads to then. */
  readonly replaces?: boolean;
  /** Is kept with the entry. */
  readonly state?: unknown;
}

/** Goes to an address of the app, and tells those who watch: a browser tells of the way back only. */
export function navigate(to: string, { replaces = false, state = null }: Entry = {}): void {
  if (replaces) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  tell();
}

/** Calls `listener` at each step to another screen, also back. @returns stops that */
export function watchSteps(listener: () => void): () => void {
  const stop = subscribe(listener);
  addEventListener('popstate', listener);
  return () => {
    stop();
    removeEventListener('popstate', listener);
  };
}

/** Returns where the app is: the address without what is asked of it, and without a slash at its end. */
export function usePath(): string {
  return useSyncExternalStore(watchSteps, () => withoutSlash(location.pathname));
}

/** Returns what is asked of the address, from its question mark on. */
export function useSearch(): string {
  return useSyncExternalStore(watchSteps, () => location.search);
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
