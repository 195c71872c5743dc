/** How many requests an address may make. */
export interface Rate {
  readonly perSecond: number;
  /** How many at once after a quiet time. */
  readonly burst: number;
}

const MOST_ADDRESSES = 10_000;

/**
 * A token bucket for each address. Its memory is bounded: the address that was quiet longest is forgotten first, which
 * only ever gives it a full bucket.
 *
 * @param now - ms of a clock that does not jump.
 */
export function createRateLimit({ perSecond, burst }: Rate, now: () => number, mostAddresses = MOST_ADDRESSES) {
  /** `at`: ms when `tokens` was true. */
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    /** Takes one. @returns 0, or the seconds until the next one may be taken. */
    take(address: string): number {
      const at = now();
      const bucket = buckets.get(address) ?? { tokens: burst, at };
      buckets.delete(address); // so that it is the youngest again
      buckets.set(address, bucket);
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
      bucket.at = at;
      const [oldest] = buckets.keys();
      if (buckets.size > mostAddresses && oldest !== undefined) buckets.delete(oldest);
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      bucket.tokens -= 1;
      return 0;
    },
    /** How many addresses are remembered. */
    size: (): number => buckets.size,
  };
}
