import type { Call } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { Connection, KeptAnswer } from '#outbox/store/database.ts';
import { intentOf } from '#outbox/store/store.ts';

/** The last answer of each read, to be shown with its age where the service cannot be asked. */
export interface Answers {
  last(call: Call): Promise<KeptAnswer | undefined>;
  /** @param at - Unix ms. */
  keep(call: Call, text: string | null, at: number): Promise<void>;
  /** The kept texts of one operation, whatever was asked. */
  textsOf(operation: OperationName): Promise<readonly string[]>;
}

export function createAnswers(connection: Connection): Answers {
  return {
    textsOf: (operation) =>
      connection.run(async (database) => {
        const [from, to] = [`[${JSON.stringify(operation)}`, `[${JSON.stringify(operation)}\uffff`]; // as `intentOf` begins
        const kept = await database.getAll('answers', IDBKeyRange.bound(from, to));
        return kept.flatMap(({ text }) => text ?? []);
      }),
    last: (call) => connection.run((database) => database.get('answers', intentOf(call))),
    keep: (call, text, at) =>
      // relaxed: losing it costs one look-up, nothing that is owed
      connection.run(async (database) => {
        await database.put('answers', { intent: intentOf(call), text, at });
      }),
  };
}
