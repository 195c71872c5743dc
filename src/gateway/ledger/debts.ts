/** Longer than any statement can still run after its connection was given up: see `STATEMENT_MS`. */
const KEEP_MS = 60_000;

/** Writes what is owed. @returns whether it changed anything. @throws where it cannot. */
export type Payment = () => Promise<boolean>;

/** What is known of calls and could not be written: the database was away, or the disk full. Each under the call's name. */
export interface Debts {
  has(name: string): boolean;
  /** Remembers a payment that may be needed, and may come to nothing several times. */
  owe(name: string, payment: Payment): void;
  /** Pays, once more where that fails, and remembers it where that fails too. @throws what it failed with. */
  payOrOwe(name: string, payment: Payment): Promise<void>;
  /** Pays what is owed for a call. @returns whether it was done. @throws where it cannot be. */
  payOne(name: string): Promise<boolean>;
  /** Pays all that can be paid; what cannot be stays, and holds nothing else up. Never throws. */
  pay(): Promise<void>;
}

/**
 * The gateway's debts to its ledger. Each names its call so that it changes nothing of anybody else's, and twice is as
 * good as once. They end with the process: then nobody knows what became of these calls.
 */
export function createDebts(): Debts {
  const owed = new Map<string, { readonly payment: Payment; readonly since: number }>();

  const payOne = async (name: string): Promise<boolean> => {
    const debt = owed.get(name);
    if (!debt) return true;
    const done = await debt.payment();
    // Where it found nothing the statement that it follows may still be on its way.
    if (done || performance.now() - debt.since > KEEP_MS) owed.delete(name);
    return done;
  };
  const owe = (name: string, payment: Payment): void => {
    owed.set(name, { payment, since: performance.now() });
  };

  return {
    has: (name) => owed.has(name),
    owe,
    async payOrOwe(name, payment) {
      try {
        await payment();
      } catch {
        await payment().catch((error: unknown) => {
          owe(name, payment);
          throw error;
        });
      }
    },
    payOne,
    async pay() {
      await Promise.allSettled([...owed.keys()].map(payOne));
    },
  };
}
