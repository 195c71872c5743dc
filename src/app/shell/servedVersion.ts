declare const __VERSION__: string;

/**
 * Looks for a newer version as soon as the gateway says that it serves another one than runs here: once for each, as the worker looks again
 * by itself.
 *
 * @returns a function that takes the version of each hello.
 */
export function lookForServed(look: () => Promise<unknown> = lookNow): (served: string) => void {
  const known = new Set([__VERSION__]);
  return (served) => {
    if (known.has(served)) return;
    known.add(served);
    look().catch(() => undefined); // no network, or no worker here: the next look will do
  };
}

async function lookNow(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration())?.update();
}
