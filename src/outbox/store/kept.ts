import type { Connection } from './database.ts';

export type Kept = ReturnType<typeof createKept>;

/** Small values that are kept on this device beside the queue, written strictly where not said otherwise. */
export function createKept(connection: Connection) {
  return {
    read: (name: string): Promise<unknown> => connection.run((database) => database.get('kept', name)),
    /** The same of several at once, in one transaction. @returns by their names. */
    readAll: (names: readonly string[]): Promise<ReadonlyMap<string, unknown>> =>
      connection.run(async (database) => {
        const { store } = database.transaction('kept');
        const values = await Promise.all(names.map((name) => store.get(name)));
        return new Map(names.map((name, index) => [name, values[index]]));
      }),
    /** On disk when the promise resolves. */
    write: (name: string, value: unknown): Promise<void> =>
      connection.run(async (database) => {
        const tx = database.transaction('kept', 'readwrite', { durability: 'strict' });
        await Promise.all([value === undefined ? tx.store.delete(name) : tx.store.put(value, name), tx.done]);
      }),
    /** Safe from a killed browser, not from a dead battery: for what may be lost. */
    note: (name: string, value: unknown): Promise<void> =>
      connection.run(async (database) => {
        await database.put('kept', value, name);
      }),
    /**
     * The same of a value that several pages add to: what is there is read in the transaction that writes.
     *
     * @param next - gives the new value for the one that is there, or `undefined` where that one may stay.
     */
    join: (name: string, next: (before: unknown) => unknown): Promise<void> =>
      connection.run(async (database) => {
        const tx = database.transaction('kept', 'readwrite');
        const value = next(await tx.store.get(name));
        await Promise.all([value !== undefined && tx.store.put(value, name), tx.done]);
      }),
  };
}
