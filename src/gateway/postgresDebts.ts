import type { Run, Statement } from '#gateway/postgresCalls.ts';

/** Longer than any statement can still run after its connection was given up: see `STATEMENT_MS`. */
const KEEP_MS = 60_000;

interface Debt {
  readonly statement: Statement;
  readonly values: unknown[];
  /** By `performance.now()`. */
  readonly since: number;
}

/** What is known of calls and could not be written, because the database was away: by the ticket of the call. */
export interface Debts {
  has(ticket: number): boolean;
  /** Remembers a statement that may be needed, and may come to nothing several times. */
  owe(ticket: number, statement: Statement, values: unknown[]): void;
  /** Runs a statement, once more where that fails, and remembers it where that fails too. @throws what it failed with. */
  payOrOwe(ticket: number, statement: Statement, values: unknown[]): Promise<void>;
  /** Runs what is owed for a call. @returns whether it was done. */
  payOne(ticket: number): Promise<boolean>;
  /** Runs all that is owed. @throws what the first that failed did. */
  pay(): Promise<void>;
}

/**
 * The gateway's debts to the database. Each names the call by key and ticket, so that it changes nothing of anybody
 * else's, and twice is as good as once. They end with the process: then nobody knows what became of these calls.
 */
export function createDebts(run: Run): Debts {
  const owed = new Map<number, Debt>();

  const payOne = async (ticket: number): Promise<boolean> => {
    const debt = owed.get(ticket);
    if (!debt) return true;
    const { count } = await run(debt.statement, debt.values);
    // Where it found nothing the statement that it follows may still be on its way.
    if (count > 0 || performance.now() - debt.since > KEEP_MS) owed.delete(ticket);
    return count > 0;
  };

  const debts: Debts = {
    has: (ticket) => owed.has(ticket),
    owe: (ticket, statement, values) => void owed.set(ticket, { statement, values, since: performance.now() }),
    async payOrOwe(ticket, statement, values) {
      try {
        await run(statement, values);
      } catch {
        await run(statement, values).catch((error: unknown) => {
          debts.owe(ticket, statement, values);
          throw error;
        });
      }
    },
    payOne,
    async pay() {
      for (const ticket of owed.keys()) await payOne(ticket);
    },
  };
  return debts;
}
