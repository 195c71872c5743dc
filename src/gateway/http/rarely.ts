import { inTime } from './within.ts';

/**
 * Asks for something at most every so often, whoever wants to know and however many at once: between askings the last
 * answer is given, a failure too.
 *
 * @param everyMs - how long an answer is good, in milliseconds.
 * @param limitMs - after which there is no answer. @throws Error then, and what `ask` throws.
 */
export function rarely<T>(ask: () => Promise<T>, everyMs: number, limitMs: number): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = 0;
  const askAnew = async (): Promise<T> => {
    try {
      return await inTime(ask(), limitMs);
    } finally {
      until = performance.now() + everyMs;
    }
  };
  return () => {
    if (last && performance.now() < until) return last;
    until = Number.POSITIVE_INFINITY; // one at a time
    last = askAnew();
    return last;
  };
}
