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
