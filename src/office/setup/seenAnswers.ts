import type { OperationName } from '#contract/catalogue.ts';

/** An answer that came, with its operation. */
export interface CameBack {
  readonly operation: OperationName;
  readonly text: string;
}

/** The longest answer that a form carries back, in letters. */
export const MOST_LETTERS = 8_000;

/** The number of reads that are remembered. */
const MOST_READS = 24;

export type SeenAnswers = ReturnType<typeof createSeenAnswers>;

/**
 * Makes a memory of the answers to the set-up's own reads; those to calls are in the ledger.
 *
 * @param ofLedger - reads the newest answers to calls of an operation, or of all, each once.
 */
export function createSeenAnswers(ofLedger: (operation?: OperationName) => Promise<readonly CameBack[]>) {
  let reads: readonly CameBack[] = [];

  async function found(operation?: OperationName): Promise<readonly CameBack[]> {
    const ofReads = reads.filter((one) => (operation ?? one.operation) === one.operation);
    const all = [...ofReads, ...(await ofLedger(operation))];
    return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
  }

  return {
    note(answer: CameBack): void {
      if (answer.text.length > MOST_LETTERS) return;
      reads = [answer, ...reads.filter((one) => !isSame(one, answer))].slice(0, MOST_READS);
    },
    /** Finds the answers seen beside one, each once. @param operation - the only one that counts; absent: all do. */
    async beside(answer: CameBack, operation?: OperationName): Promise<readonly CameBack[]> {
      return (await found(operation)).filter((one) => !isSame(one, answer));
    },
    /** Finds all answers seen, each once. */
    all: (): Promise<readonly CameBack[]> => found(),
  };
}

function isSame(one: CameBack, other: CameBack): boolean {
  return one.operation === other.operation && one.text === other.text;
}
