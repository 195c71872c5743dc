import { openDB } from 'idb';
import type { OutboxDatabase, OutboxSchema } from './database.ts';

/**
 * Opens what there is for reading, whatever version of Scanline wrote it: an older one than this may export.
 *
 * @throws Error where there is no database of that name, or it is none of Scanline's; none is made.
 */
export async function openAsIs(name: string): Promise<OutboxDatabase> {
  let isNew = false;
  try {
    const database = await openDB<OutboxSchema>(name, undefined, {
      upgrade(_database, _old, _new, transaction) {
        isNew = true;
        transaction.done.catch(() => undefined); // reported by the open
        transaction.abort(); // an empty database would be taken for the outbox at the next start
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    if (database.objectStoreNames.contains('calls') && database.objectStoreNames.contains('attempts')) return database;
    database.close();
  } catch (error) {
    if (!isNew) throw error;
  }
  throw new Error('there is no outbox on this device');
}
