import type { Run, Statement } from '#gateway/postgresCalls.ts';

/** Longer than any statement can still run after its connection was given up: see `STATEMENT_MS`. */
const KEEP_MS = 60_000;

/** What a statement on one call is given: the call's key and ticket come first. */
export type CallStatementValues = [key: string, ticket: number, ...rest: unknown[]];

interface Debt {
  readonly statement: Statement;
  readonly values: CallStatementValues;
  /** By `performance.now()`. */
  readonly since: number;
}

/** What is known of calls and could not be written, because the database was away: by key and ticket of the call. */
export interface Debts {
  has(key: string, ticket: number): boolean;
  /** Remembers a statement that may be needed, and may come to nothing several times. */
  owe(statement: Statement, values: CallStatementValues): void;
  /** Runs a statement, once more where that fails, and remembers it where that fails too. @throws what it failed with. */
  payOrOwe(statement: Statement, values: CallStatementValues): Promise<void>;
  /** Runs what is owed for a call. @returns whether it was done. */
  payOne(key: string, ticket: number): Promise<boolean>;
  /** Runs all that is owed. @throws what the first that failed did. */
  pay(): Promise<void>;
}

/**
 * The gateway's debts to the database. Each names the call by key and ticket, so that it changes nothing of anybody
 * else's, and twice is as good as once. They end with the process: then nobody knows what became of these calls.
 */
export function createDebts(run: Run): Debts {
  const owed = new Map<string, Debt>();
  const nameOf = (key: string, ticket: number): string => `${ticket} ${key}`;

  const payNamed = async (name: string): Promise<boolean> => {
    const debt = owed.get(name);
    if (!debt) return true;
    const { count } = await run(debt.statement, debt.values);
    // Where it found nothing the statement that it follows may still be on its way.
    if (count > 0 || performance.now() - debt.since > KEEP_MS) owed.delete(name);
    return count > 0;
  };

  const debts: Debts = {
    has: (key, ticket) => owed.has(nameOf(key, ticket)),
    owe(statement, values) {
      const [key, ticket] = values;
      owed.set(nameOf(key, ticket), { statement, values, since: performance.now() });
    },
    async payOrOwe(statement, values) {
      try {
        await run(statement, values);
      } catch {
        await run(statement, values).catch((error: unknown) => {
          debts.owe(statement, values);
          throw error;
        });
      }
    },
    payOne: (key, ticket) => payNamed(nameOf(key, ticket)),
    async pay() {
      for (const name of owed.keys()) await payNamed(name);
    },
  };
  return debts;
}
