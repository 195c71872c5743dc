import type { Connection } from '#outbox/database.ts';

/** Small values that are kept on this device beside the queue, written strictly where not said otherwise. */
export interface Kept {
  read(name: string): Promise<unknown>;
  /** On disk when the promise resolves. */
  write(name: string, value: unknown): Promise<void>;
  /** Safe from a killed browser, not from a dead battery: for what may be lost. */
  note(name: string, value: unknown): Promise<void>;
}

export function createKept(connection: Connection): Kept {
  return {
    read: (name) => connection.run((database) => database.get('kept', name)),
    write: (name, value) =>
      connection.run(async (database) => {
        const tx = database.transaction('kept', 'readwrite', { durability: 'strict' });
        await Promise.all([value === undefined ? tx.store.delete(name) : tx.store.put(value, name), tx.done]);
      }),
    note: (name, value) =>
      connection.run(async (database) => {
        await database.put('kept', value, name);
      }),
  };
}
