import type { Call } from '#contract/call.ts';
import type { Connection, KeptAnswer } from '#outbox/database.ts';
import { intentOf } from '#outbox/store.ts';

/** The last answer of each read, to be shown with its age where the service cannot be asked. */
export interface Answers {
  last(call: Call): Promise<KeptAnswer | undefined>;
  /** @param at - Unix ms. */
  keep(call: Call, text: string | null, at: number): Promise<void>;
}

export function createAnswers(connection: Connection): Answers {
  return {
    last: (call) => connection.run((database) => database.get('answers', intentOf(call))),
    keep: (call, text, at) =>
      // relaxed: losing it costs one look-up, nothing that is owed
      connection.run(async (database) => {
        await database.put('answers', { intent: intentOf(call), text, at });
      }),
  };
}
