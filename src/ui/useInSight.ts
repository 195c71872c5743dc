import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** What comes with something new, a row or an answer, has moved the page by then; later it is a person who scrolls. */
const SETTLED_MS = 300;

/**
 * Scrolls what is new into sight, at once and without the focus; a page that shows it already does not move. Whether it
 * does is known from the browser: to ask for it at each scan would have the page laid out a second time. What is known is
 * of the last frame, so where one of the next brings it out of sight it is scrolled to after that.
 *
 * @param place - what is to be seen; the same element as long as it is mounted.
 * @param what - a value that is another one each time it is new; nothing is scrolled where it is `undefined`.
 */
export function useInSight(place: RefObject<HTMLElement | null>, what: unknown): void {
  const sight = useRef({ isSeen: false, isNew: false });
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        sight.current.isSeen = (entries.at(-1)?.intersectionRatio ?? 0) >= 0.99;
        if (!sight.current.isSeen && sight.current.isNew) scrollTo(place);
      },
      { threshold: [0, 0.99, 1] },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  useLayoutEffect(() => {
    if (what === undefined) return undefined;
    if (!sight.current.isSeen) scrollTo(place);
    sight.current.isNew = true;
    const timer = setTimeout(() => (sight.current.isNew = false), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [place, what]);
}

function scrollTo(place: RefObject<HTMLElement | null>): void {
  place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
