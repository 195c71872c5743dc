import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** What comes with something new, a row or an answer, has moved the page by then, and may have pushed a part of it away. */
const SETTLED_MS = 300;

/**
 * Scrolls what is new into sight, at once and without the focus; a page that shows it already does not move. Whether it
 * does is known from the browser: to ask for it at each scan would have the page laid out a second time. What is known is
 * of the last frame, so where the next one brings it out of sight, or a later one a part of it, it is scrolled to after that.
 *
 * @param place - what is to be seen; the same element as long as it is mounted.
 * @param what - a value that is another one each time it is new; nothing is scrolled where it is `undefined`.
 */
export function useInSight(place: RefObject<HTMLElement | null>, what: unknown): void {
  const sight = useRef({ isSeen: false, isNew: false, isSettling: false });
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const ratio = entries.at(-1)?.intersectionRatio ?? 0;
        const now = sight.current;
        now.isSeen = ratio >= 0.99;
        if (!now.isSeen && (now.isNew || (now.isSettling && ratio > 0))) scrollTo(place);
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
    sight.current.isSettling = true;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (sight.current.isNew = false)); // the frame that has shown it is over
    });
    const timer = setTimeout(() => (sight.current.isSettling = false), SETTLED_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [place, what]);
}

function scrollTo(place: RefObject<HTMLElement | null>): void {
  place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
