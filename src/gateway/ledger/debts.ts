/** A statement whose connection was given up has ended after this time, in milliseconds: see `STATEMENT_MS`. */
const KEEP_MS = 60_000;

/** Writes what is owed. @returns whether it changed anything. @throws where it cannot. */
export type Payment = () => Promise<boolean>;

/** What became of calls and could not be written, by the call's name: the database was away, or the disk was full. */
export interface Debts {
  has(name: string): boolean;
  /** Remembers a payment. It may be paid several times before it changes anything, or never change anything. */
  owe(name: string, payment: Payment): void;
  /** Pays; where that fails it tries once more, and then remembers the payment. @throws what it failed with. */
  payOrOwe(name: string, payment: Payment): Promise<void>;
  /** Pays what is owed for a call. @returns whether it was done. @throws where it cannot be. */
  payOne(name: string): Promise<boolean>;
  /** Pays whatever can be paid now. A payment that fails stays, and holds up no other. Never throws. */
  pay(): Promise<void>;
}

/**
 * The gateway's debts to its ledger. Each payment names its own dispatch, so it changes no other gateway's, and paying twice
 * does what paying once does. Debts end with the process: then nobody knows what became of these calls.
 */
export function createDebts(): Debts {
  const owed = new Map<string, { readonly payment: Payment; readonly since: number }>();

  const payOne = async (name: string): Promise<boolean> => {
    const debt = owed.get(name);
    if (!debt) return true;
    const done = await debt.payment();
    // A payment that found nothing stays for a while: the statement that it follows may still be on its way.
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
