/** How many bytes of replies the gateway holds before it reads no more of them. */
const BUDGET_BYTES = 16 * 1024 * 1024;
/** So much of each reply is free: most are smaller, and are never counted. */
const FREE_BYTES = 64 * 1024;

/** What one reply takes of the budget. It goes between threads as it is. */
export interface Held {
  readonly bytes: number;
  /** Whether it is the one that is read although the budget is used up. */
  readonly isBeyond: boolean;
}

/** One reply while it is read. */
export interface Lease {
  /** Counts bytes that came. */
  add(bytes: number): void;
  /** Whether more of it may be read now. */
  mayGoOn(): boolean;
  /** What it holds, for whoever gives it back; `undefined`: nothing. */
  held(): Held | undefined;
}

/**
 * Bytes of replies that the gateway holds, of all its threads. Where they are used up a reply waits in its socket, and the
 * service with it: nothing that has run is given up for it. One reply is always read on, so that none waits for ever.
 */
export interface ReplyBudget {
  /** What the threads share. */
  readonly memory: SharedArrayBuffer;
  lease(): Lease;
  giveBack(held: Held | undefined): void;
  /** How many bytes are held, of all replies. */
  bytes(): number;
}

/** @param memory - another thread's, which counts together with this one. */
export function createReplyBudget(memory = new SharedArrayBuffer(8), budgetBytes = BUDGET_BYTES): ReplyBudget {
  const [HELD, BEYOND] = [0, 1];
  const words = new Int32Array(memory);
  return {
    memory,
    bytes: () => Atomics.load(words, HELD),
    lease() {
      let came = 0;
      let bytes = 0;
      let isBeyond = false;
      return {
        add(count) {
          came += count;
          const counted = Math.max(0, came - FREE_BYTES);
          Atomics.add(words, HELD, counted - bytes);
          bytes = counted;
        },
        mayGoOn() {
          if (bytes === 0 || isBeyond || Atomics.load(words, HELD) < budgetBytes) return true;
          isBeyond = Atomics.compareExchange(words, BEYOND, 0, 1) === 0;
          return isBeyond;
        },
        held: () => (bytes === 0 ? undefined : { bytes, isBeyond }),
      };
    },
    giveBack(held) {
      if (!held) return;
      Atomics.sub(words, HELD, held.bytes);
      if (held.isBeyond) Atomics.store(words, BEYOND, 0);
    },
  };
}
