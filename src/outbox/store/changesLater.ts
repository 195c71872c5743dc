import type { Changes } from './changes.ts';
import type { Connection } from './database.ts';

/** The changes of rows, loaded at the first of them; where that fails, tried again at the next. */
export function changesLater(connection: Connection): Changes {
  let loading: Promise<Changes> | undefined;
  function changes(): Promise<Changes> {
    loading ??= import('./changes.ts').then(
      ({ createChanges }) => createChanges(connection),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  return {
    claimNext: async (...given) => (await changes()).claimNext(...given),
    settle: async (...given) => (await changes()).settle(...given),
    settleAndClaim: async (...given) => (await changes()).settleAndClaim(...given),
    askPrints: async (...given) => (await changes()).askPrints(...given),
    recover: async (...given) => (await changes()).recover(...given),
    decide: async (...given) => (await changes()).decide(...given),
    noteRepeat: async (...given) => (await changes()).noteRepeat(...given),
    noteRead: async (...given) => (await changes()).noteRead(...given),
  };
}
