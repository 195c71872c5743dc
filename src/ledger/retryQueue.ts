/** A statement whose connection was given up has ended after this time, in milliseconds: see `STATEMENT_MS`. */
const KEEP_MS = 60_000;

/** A write of what became of a call. @returns whether it changed anything. @throws where it cannot. */
export type LedgerWrite = () => Promise<boolean>;

export type RetryQueue = ReturnType<typeof createRetryQueue>;

/**
 * Creates the queue of writes that failed, by the call's name, as the database was away or the disk was full. Each names
 * its own dispatch, so it changes no other gateway's, and writing twice does what writing once does. The queue ends with
 * the process: then nobody knows what became of these calls.
 */
export function createRetryQueue() {
  const queued = new Map<string, { readonly write: LedgerWrite; readonly since: number }>();

  /** Tries the write of a call again. @throws where it fails. */
  const retry = async (name: string): Promise<void> => {
    const entry = queued.get(name);
    if (!entry) return;
    const done = await entry.write();
    // A write that found nothing stays for a while: the statement that it follows may still be on its way.
    if (done || performance.now() - entry.since > KEEP_MS) queued.delete(name);
  };
  /** Queues a write. It may be tried several times before it changes anything, or never change anything. */
  const add = (name: string, write: LedgerWrite): void => {
    queued.set(name, { write, since: performance.now() });
  };

  return {
    has: (name: string): boolean => queued.has(name),
    add,
    /** Writes; where that fails it tries once more, and then queues the write. @throws what it failed with. */
    async writeOrQueue(name: string, write: LedgerWrite): Promise<void> {
      try {
        await write();
      } catch {
        await write().catch((error: unknown) => {
          add(name, write);
          throw error;
        });
      }
    },
    retry,
    /** Tries again whatever is queued. A write that fails stays, and holds up no other. Never throws. */
    async retryAll(): Promise<void> {
      await Promise.allSettled([...queued.keys()].map(retry));
    },
  };
}
