/** Waits for a promise. @returns `undefined` when it takes longer than `limitMs`. */
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

/** Waits for a promise. @throws Error when it takes longer than `limitMs`. */
export async function inTime<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  const given = await within(
    promise.then((value) => ({ value })),
    limitMs,
  );
  if (!given) throw new Error(`no answer within ${limitMs} ms`);
  return given.value;
}

/**
 * Makes a function that asks at most once every `everyMs`, however often it is called. In between it returns the last
 * answer, or throws the last error.
 *
 * @param everyMs - milliseconds that an answer is good for.
 * @param limitMs - milliseconds after which there is no answer. @throws Error then, and what `ask` throws.
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
    until = Number.POSITIVE_INFINITY; // until this answer is there
    last = askAnew();
    return last;
  };
}

/** Makes a function that asks once for all who call it in one turn of the event loop, or while an answer is on its way. */
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
