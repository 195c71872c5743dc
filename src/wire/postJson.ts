/**
 * Posts JSON to the gateway on this origin. No redirect is followed, and no cache answers.
 *
 * @param read - reads the reply, in what is left of the time. @param ended - gives it up before that.
 * @throws where none came in time, and what `read` throws.
 */
export async function postJson<T>(
  fetch: typeof globalThis.fetch,
  path: string,
  value: object,
  timeoutMs: number,
  read: (reply: Response) => T | Promise<T>,
  ended?: AbortSignal,
): Promise<T> {
  const abort = new AbortController();
  const giveUp = (): void => abort.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  ended?.addEventListener('abort', giveUp);
  if (ended?.aborted === true) giveUp();
  try {
    const reply = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    });
    return await read(reply);
  } finally {
    clearTimeout(timer);
    ended?.removeEventListener('abort', giveUp);
  }
}
