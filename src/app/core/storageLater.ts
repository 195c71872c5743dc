import type { StorageGuard } from './storage.ts';

/**
 * A storage guard whose part of the app the first look loads, or the first failure: nothing of it is needed for the first
 * screen. What was saved before is not noted, for the look reads it from the disk. Where it cannot be loaded the next tries
 * again.
 */
export function guardStorageLater(load: () => Promise<StorageGuard>): StorageGuard {
  let guard: StorageGuard | undefined;
  let loading: Promise<StorageGuard | undefined> | undefined;

  function loaded(): Promise<StorageGuard | undefined> {
    loading ??= load().then(
      (made) => (guard = made),
      () => (loading = undefined),
    );
    return loading;
  }

  return {
    reopened: () => guard?.reopened(),
    look: async () => (await loaded())?.look(),
    ask: async () => (await loaded())?.ask(),
    saved: (seq) => guard?.saved(seq),
    failed: (error) => void loaded().then((made) => made?.failed(error)),
    acknowledge: () => guard?.acknowledge(),
  };
}
