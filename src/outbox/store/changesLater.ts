import type { changes } from './changes.ts';
import type { Connection } from './database.ts';
import { type Writing, write } from './rows.ts';

type Change = (tx: Writing, ...given: never[]) => Promise<unknown>;
type Changes = typeof changes;

/** A change without its transaction. */
type Written<C extends Change> = C extends (tx: Writing, ...given: infer Given) => Promise<infer Result>
  ? (...given: Given) => Promise<Result>
  : never;

/** The changes of rows, each in one strict transaction. They are loaded at the first; where that fails, at the next. */
export function changesLater(connection: Connection): { readonly [Name in keyof Changes]: Written<Changes[Name]> } {
  function later<Name extends keyof Changes>(name: Name): Written<Changes[Name]> {
    const change = async (...given: never[]): Promise<unknown> => {
      const { changes: loaded } = await import('./changes.ts');
      return write(connection, (tx) => (loaded[name] as Change)(tx, ...given));
    };
    return change as Written<Changes[Name]>;
  }

  return {
    claimNext: later('claimNext'),
    settle: later('settle'),
    settleAndClaim: later('settleAndClaim'),
    askToConfirmPrints: later('askToConfirmPrints'),
    recover: later('recover'),
    decide: later('decide'),
    noteRepeat: later('noteRepeat'),
    noteRead: later('noteRead'),
    seen: later('seen'),
  };
}
