/** What a promise gives, or `undefined` when it takes longer than `limitMs`. */
export async function within<T>(promise: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a promise gives. @throws Error when it takes longer than `limitMs`. */
export async function inTime<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  const given = await within(
    promise.then((value) => ({ value })),
    limitMs,
  );
  if (!given) throw new Error(`no answer within ${limitMs} ms`);
  return given.value;
}

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

/** Asks once for all who want to know in one turn of the event loop, or while an answer is on its way. */
export function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  const askAnew = async (): Promise<T> => {
    try {
      return await ask();
    } finally {
      setImmediate(() => (asked = undefined));
    }
  };
  return () => (asked ??= askAnew());
}
