import { useSyncExternalStore } from 'react';
import { createListeners } from '#contract/listeners.ts';

// A browser tells of the way back only: whoever goes on is told of here, from wherever it is done.
const [tell, subscribe] = createListeners();
for (const type of ['pushState', 'replaceState'] as const) {
  const move = history[type];
  history[type] = (...entry) => {
    move.apply(history, entry);
    dispatchEvent(new Event(type));
  };
  addEventListener(type, tell);
}
addEventListener('popstate', tell);

/** Where the app is: the address without what is asked of it, and without a slash at its end. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => withoutSlash(location.pathname));
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** What is asked of the address, from its question mark on. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => location.search);
}
