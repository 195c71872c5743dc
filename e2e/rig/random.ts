/** Numbers of one seed: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 up to 1, 1 excluded. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** True once in `1 / share` times. */
  chance(share: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** One of the names, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** Source: mulberry32, Tommy Ettinger, public domain. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as [keyof typeof weights, number])[0];
    },
  };
}
