/** A statement whose connection was given up has ended after this time, in milliseconds: see `STATEMENT_MS`. */
const KEEP_MS = 60_000;

/** Writes what is owed. @returns whether it changed anything. @throws where it cannot. */
export type Payment = () => Promise<boolean>;

export type Debts = ReturnType<typeof createDebts>;

/**
 * The gateway's debts to its ledger: what became of calls and could not be written, by the call's name, as the database
 * was away or the disk was full. Each payment names its own dispatch, so it changes no other gateway's, and paying twice
 * does what paying once does. Debts end with the process: then nobody knows what became of these calls.
 */
export function createDebts() {
  const owed = new Map<string, { readonly payment: Payment; readonly since: number }>();

  /** Pays what is owed for a call. @throws where it cannot be. */
  const payOne = async (name: string): Promise<void> => {
    const debt = owed.get(name);
    if (!debt) return;
    const done = await debt.payment();
    // A payment that found nothing stays for a while: the statement that it follows may still be on its way.
    if (done || performance.now() - debt.since > KEEP_MS) owed.delete(name);
  };
  /** Remembers a payment. It may be paid several times before it changes anything, or never change anything. */
  const owe = (name: string, payment: Payment): void => {
    owed.set(name, { payment, since: performance.now() });
  };

  return {
    has: (name: string): boolean => owed.has(name),
    owe,
    /** Pays; where that fails it tries once more, and then remembers the payment. @throws what it failed with. */
    async payOrOwe(name: string, payment: Payment): Promise<void> {
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
    /** Pays whatever can be paid now. A payment that fails stays, and holds up no other. Never throws. */
    async pay(): Promise<void> {
      await Promise.allSettled([...owed.keys()].map(payOne));
    },
  };
}
