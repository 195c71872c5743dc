import { deleteDB, openDB } from 'idb';

const NAME = 'scanline-fresh-log';
/** More than Chromium takes into memory before it begins a new log: 4 MB. Source: LevelDB, `write_buffer_size`. */
const LOG_BYTES = 5 * 1024 ** 2;
/** Larger values stand in files of their own, beside the log. Source: Blink, `IDBValueWrapper`: 64 KiB. */
const PIECE_BYTES = 48 * 1024;
/** Pieces of one write: a call that is saved meanwhile waits for one of them at most. */
const AT_ONCE = 8;
/** Where there is less room than this a call may need it. */
const ROOM_BYTES = 200 * 1024 ** 2;

/**
 * Has Chromium begin a new log of its storage, by writing more than fits into one and deleting that again.
 *
 * A browser that is killed, or a handheld whose battery dies, in the middle of a write leaves half a record at the end of
 * that log. The next start passes over it and writes on behind it, and the one after finds the log broken and deletes
 * every database of the app. A log that was begun anew has nothing broken in it. Source: google/leveldb issue 1287.
 *
 * @param storage - of this origin; where it has little room, or does not tell, nothing is written.
 * @returns whether it was done.
 */
export async function beginFreshLog(storage: Pick<StorageManager, 'estimate'>): Promise<boolean> {
  const { quota = 0, usage = 0 } = await storage.estimate();
  if (quota - usage < ROOM_BYTES) return false;
  const database = await openDB(NAME, 1, { upgrade: (made) => void made.createObjectStore('filling') });
  try {
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = 0; at * PIECE_BYTES < LOG_BYTES; at += AT_ONCE) {
      const { store, done } = database.transaction('filling', 'readwrite', { durability: 'relaxed' });
      for (let next = at; next < at + AT_ONCE; next += 1) store.put(piece, next).catch(() => undefined); // `done` tells
      await done;
    }
  } finally {
    database.close();
    await deleteDB(NAME);
  }
  return true;
}
