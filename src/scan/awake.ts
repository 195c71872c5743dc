/**
 * Keeps the screen on until the returned function is called. The browser takes the lock away from a page that is
 * hidden, so it is asked for again when the page is seen.
 */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as { wakeLock?: WakeLock }; // not in every browser: the screen then goes its own way
  let lock: WakeLockSentinel | undefined;
  let isWanted = true;

  async function ask(): Promise<void> {
    if (!isWanted || document.hidden || (lock && !lock.released)) return;
    try {
      const granted = await wakeLock?.request('screen');
      if (isWanted) lock = granted;
      else await granted?.release();
    } catch {
      // a nearly empty battery: the system says no
    }
  }
  const onSeen = (): void => void ask();

  document.addEventListener('visibilitychange', onSeen);
  void ask();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onSeen);
    lock?.release().catch(() => undefined);
  };
}
