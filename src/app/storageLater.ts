import type { StorageGuard } from '#app/storage.ts';

/**
 * A storage guard whose part of the app the first look loads: nothing of it is needed for the first screen. What it is
 * told before is not noted, for the look reads it from the disk. Where it cannot be loaded the next look tries again.
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
    failed: (error) => guard?.failed(error),
    acknowledge: async () => guard?.acknowledge(),
  };
}
