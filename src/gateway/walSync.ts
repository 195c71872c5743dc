import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';

/** Puts what SQLite has written to its write-ahead log to disk. */
export interface WalSync {
  /** Returns when it is there. @throws Error where the disk says that it is not. */
  now(): void;
  /** The same without holding up the event loop. */
  later(): Promise<void>;
  /** Closes the file when nothing is on its way any more. */
  close(): Promise<void>;
}

/**
 * The sync that `synchronous = FULL` does after each commit, and `NORMAL` leaves out: of the whole log, so that every
 * commit before it is on disk after it. The log stays the same file as long as a connection is open.
 *
 * Source: sqlite.org/pragma.html#pragma_synchronous and sqlite.org/wal.html, "Performance Considerations".
 *
 * @param database - path of a database in WAL mode that has been written to.
 */
export function openWalSync(database: string): WalSync {
  const file = openSync(`${database}-wal`, 'r+');
  let running: Promise<void> | undefined;
  let open = true;
  return {
    now: () => fdatasyncSync(file),
    later() {
      const sync = new Promise<void>((resolve, reject) => {
        fdatasync(file, (error) => (error ? reject(error) : resolve()));
      });
      running = sync;
      return sync;
    },
    async close() {
      if (!open) return;
      open = false;
      await running?.catch(() => {}); // whoever waits for it hears of it
      closeSync(file);
    },
  };
}
