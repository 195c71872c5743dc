import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from './router.ts';

/**
 * Goes to another screen. @param from - where that one leads back to, where it is opened from several. @param said - what
 * has come of the tap that opens it
 */
export function go(to: string, from = location.pathname + location.search, said?: string): void {
  navigate(to, { state: { from, said } });
}

/** Returns the address that this screen was opened from. */
export function cameFrom(): string | undefined {
  return (history.state as { readonly from?: string } | null)?.from;
}

/** Returns what came of the tap that opened this screen. */
export function cameWith(): string | undefined {
  return (history.state as { readonly said?: string } | null)?.said;
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
    <a {...rest} href={href} aria-current={href === location.pathname ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
