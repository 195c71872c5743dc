import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** Returns Unix ms, read again in a while and when the page is looked at again: for ages on the screen. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const read = (): void => setNow(Date.now());
    const timer = setInterval(read, EVERY_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
  return now;
}
