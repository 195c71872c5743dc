/** The bytes of replies that the gateway holds before it reads no more of them. */
const BUDGET_BYTES = 8 * 1024 * 1024;
/** The bytes of each reply that are free: most replies are smaller, and are never counted. */
const FREE_BYTES = 64 * 1024;

/** The turns of the event loop between two large replies: a small request takes some from its first byte to its last. */
const TURNS_BETWEEN = 5;

/** Makes what is awaited before something long: it resolves in a turn of the event loop that nobody else who awaits it has. */
export function createOwnTurns() {
  let lastTurn: Promise<unknown> = Promise.resolve();
  return (): Promise<unknown> => {
    lastTurn = lastTurn.then(async () => {
      for (let turn = 0; turn < TURNS_BETWEEN; turn += 1) await new Promise(setImmediate);
    });
    return lastTurn;
  };
}

export type ReplyBudget = ReturnType<typeof createReplyBudget>;

/**
 * Creates the budget of the bytes of replies that the gateway holds. Where it is used up a reply waits in its socket,
 * and the service with it: nothing that has run is given up for it. One reply is always read on, so that none waits for ever.
 */
export function createReplyBudget(budgetBytes = BUDGET_BYTES) {
  let taken = 0;
  /** The reply that is read on although the budget is used up. */
  let beyond: object | undefined;
  let waiting: (() => void)[] = [];

  return {
    /** Returns the bytes that are held, of all replies. */
    bytes: (): number => taken,
    /** Resolves in a turn of the event loop that no other large reply has: between two of them whatever is small gets done. */
    ownTurn: createOwnTurns(),
    /** Begins the part of one reply. */
    lease() {
      const me = {};
      let came = 0;
      let counted = 0;
      let isOver = false;
      const mayReadOn = (): boolean => {
        if (taken >= budgetBytes) beyond ??= me;
        return taken < budgetBytes || beyond === me;
      };
      return {
        /** Counts bytes that came. @returns resolves once more may be read; `undefined`: more may be read now. */
        add(bytes: number): Promise<void> | undefined {
          came += bytes;
          taken -= counted;
          counted = Math.max(0, came - FREE_BYTES);
          taken += counted;
          if (counted === 0 || mayReadOn()) return undefined;
          return new Promise((resolve) => {
            const tryAgain = (): void => {
              if (isOver || mayReadOn()) resolve();
              else waiting.push(tryAgain);
            };
            waiting.push(tryAgain);
          });
        },
        isHeld: (): boolean => counted > 0,
        /** For whoever is done with the reply. */
        giveBack(): void {
          if (isOver) return;
          isOver = true;
          taken -= counted;
          if (beyond === me) beyond = undefined;
          const now = waiting;
          waiting = [];
          for (const tryAgain of now) tryAgain();
        },
      };
    },
  };
}
