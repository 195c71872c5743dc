import { useSyncExternalStore } from 'react';

/** A screen on which a list has room beside what is opened from it: a desk, or a tablet that lies. */
const wide = (): MediaQueryList => matchMedia('(min-width: 60em) and (min-height: 34.01em)');

/** Tells whether a list and what is opened from it are shown beside each other, and draws anew where that changes. */
export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => wide().matches);
}

function follow(onChange: () => void): () => void {
  const query = wide();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
