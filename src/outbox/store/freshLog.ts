import { deleteDB, openDB } from 'idb';

const NAME = 'scanline-fresh-log';

/**
 * Has Chromium begin a new log of its storage: it does when a database is deleted, also an empty one.
 *
 * A browser that is killed, or a handheld whose battery dies, in the middle of a write leaves half a record at the end of
 * that log. The next start passes over it and writes on behind it, and the one after finds the log broken and deletes
 * every database of the app. A log that was begun anew has nothing broken in it. So this comes before anything else is
 * written, and writes little itself: half of it left behind is as bad. Sources: google/leveldb issue 1287; Chromium,
 * `BackingStore::DeleteDatabase`, which compacts what it deletes; LevelDB, `DBImpl::CompactRange`, which begins a new log.
 */
export async function beginFreshLog(): Promise<void> {
  await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (!lock) return; // another page does it
    const database = await openDB(NAME, 1);
    database.close();
    await deleteDB(NAME);
  });
}
