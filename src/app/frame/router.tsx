import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { createListeners } from '#tasks/task/listeners.ts';

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

/** Goes to another screen. @param from - where that one leads back to, where it is opened from several. */
export function go(to: string, from = location.pathname + location.search): void {
  history.pushState({ from }, '', to);
}

/** The address that this screen was opened from. */
export function cameFrom(): string | undefined {
  return (history.state as { readonly from?: string } | null)?.from;
}

/** A way to another screen. What `onClick` prevents is not gone; a tab of its own is the browser's. */
export function Link({
  href,
  onClick,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    go(href);
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}
