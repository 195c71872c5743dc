import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The time, in ms, by which what comes with something new, a row or an answer, has moved the page, and may have pushed a part of it away. */
const SETTLED_MS = 300;

/**
 * Scrolls what is new into sight, without the focus. Whether it is in sight is known from the browser: to ask at each
 * scan would lay the page out twice. That is of the last frame, so it is scrolled to again where a next one brings it
 * out. @param what - another value each time it is new
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
