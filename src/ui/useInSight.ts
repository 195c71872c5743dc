import { type RefObject, useLayoutEffect } from 'react';

/**
 * Scrolls what is new into sight, at once and without the focus; a page that shows it already does not move.
 *
 * @param place - what is to be seen.
 * @param what - a value that is another one each time it is new; nothing is scrolled where it is `undefined`.
 */
export function useInSight(place: RefObject<HTMLElement | null>, what: unknown): void {
  useLayoutEffect(() => {
    if (what !== undefined) place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [place, what]);
}
