import { once } from './once.ts';
import type { StorageGuard } from './storage.ts';

/**
 * A storage guard whose part of the app the first look loads, or the first failure: nothing of it is needed for the first
 * screen. What was saved before is not noted, for the look reads it from the disk. Where it cannot be loaded the next tries
 * again.
 */
export function guardStorageLater(load: () => Promise<StorageGuard>): StorageGuard {
  let guard: StorageGuard | undefined;
  const loadOnce = once(async () => (guard = await load()));
  const loaded = (): Promise<StorageGuard | undefined> => loadOnce().catch(() => undefined);

  return {
    reopened: () => guard?.reopened(),
    look: async () => (await loaded())?.look(),
    ask: async () => (await loaded())?.ask(),
    saved: (seq) => guard?.saved(seq),
    failed: (error) => void loaded().then((made) => made?.failed(error)),
    acknowledge: () => guard?.acknowledge(),
  };
}
