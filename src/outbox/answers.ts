import type { Call } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Connection, KeptAnswer } from '#outbox/store/database.ts';
import { intentOf } from '#outbox/store/store.ts';

export type Answers = ReturnType<typeof createAnswers>;

/** The last answer of each read, to be shown with its age where the service cannot be asked. */
export function createAnswers(connection: Connection) {
  return {
    /** The kept texts of one operation, whatever was asked. */
    textsOf: (operation: OperationName): Promise<readonly string[]> =>
      connection.run(async (database) => {
        const [from, to] = [`[${JSON.stringify(operation)}`, `[${JSON.stringify(operation)}\uffff`]; // as `intentOf` begins
        const kept = await database.getAll('answers', IDBKeyRange.bound(from, to));
        return kept.flatMap(({ text }) => text ?? []);
      }),
    last: (call: Call): Promise<KeptAnswer | undefined> =>
      connection.run((database) => database.get('answers', intentOf(call))),
    /** @param at - Unix ms. */
    keep: (call: Call, text: string | null, at: number): Promise<void> =>
      // relaxed: losing it costs one look-up, nothing that is owed
      connection.run(async (database) => {
        await database.put('answers', { intent: intentOf(call), text, at });
      }),
  };
}
