/** The requests that an address may make. */
export interface Rate {
  readonly perSecond: number;
  /** The requests at once after a quiet time. */
  readonly burst: number;
}

const MOST_ADDRESSES = 10_000;

/**
 * Makes a token bucket for each address. Memory is bounded: the address that was quiet longest is forgotten first, and has
 * a full bucket again.
 *
 * @param now - milliseconds of a clock that does not jump.
 */
export function createRateLimit({ perSecond, burst }: Rate, now: () => number, mostAddresses = MOST_ADDRESSES) {
  /** `at`: ms when `tokens` was true. */
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  const tokensNow = (address: string, at: number): number => {
    const bucket = buckets.get(address) ?? { tokens: burst, at };
    return Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
  };
  const waitWith = (tokens: number): number =>
    tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond) || 1);
  return {
    /** Returns 0, or the seconds until one may be taken. */
    wait: (address: string): number => waitWith(tokensNow(address, now())),
    /** Takes one. @returns 0, or the seconds until the next one may be taken. */
    take(address: string): number {
      const at = now();
      const tokens = tokensNow(address, at);
      const seconds = waitWith(tokens);
      buckets.delete(address); // a map keeps the order of entry: it is the last again
      buckets.set(address, { tokens: seconds === 0 ? tokens - 1 : tokens, at });
      const [oldest] = buckets.keys();
      if (buckets.size > mostAddresses && oldest !== undefined) buckets.delete(oldest);
      return seconds;
    },
  };
}
