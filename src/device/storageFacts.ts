/** What the browser says of this origin's storage; a member that it does not tell is absent. */
export interface StorageFacts {
  /** Whether the browser keeps it, or may clear it when space is short. */
  readonly isPersisted?: boolean;
  /** Bytes. */
  readonly usage?: number;
  /** Bytes. */
  readonly quota?: number;
}

/** Less room than this is told before it is gone. */
const LITTLE_BYTES = 20 * 1024 * 1024;

/** @param storage - `navigator.storage`; absent on an origin that is not secure. */
export async function readStorageFacts(storage: StorageManager | undefined): Promise<StorageFacts> {
  const [isPersisted, estimate] = await Promise.all([
    storage?.persisted?.().catch(() => undefined),
    storage?.estimate?.().catch(() => undefined),
  ]);
  const { usage, quota } = estimate ?? {};
  return {
    ...(isPersisted !== undefined && { isPersisted }),
    ...(usage !== undefined && { usage }),
    ...(quota !== undefined && { quota }),
  };
}

export function isNearlyFull({ usage, quota }: StorageFacts): boolean {
  return usage !== undefined && quota !== undefined && quota - usage < LITTLE_BYTES;
}
