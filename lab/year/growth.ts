import type { DaySize } from './year.ts';

/** Days after which a database forgets as much as is entered: the ledger keeps a call for 36. One to which it was moved begins without what others left. */
const FORGETS_AFTER = 40;
/** Days of which the middle size is taken. */
const SOME = 15;

interface Growth {
  readonly what: string;
  readonly seen: string;
  /** The middle size of the last days by that of the first. */
  readonly ratio: number;
}

/** Compares the sizes of the last days of each database with those of its first days after it began to forget. */
export function growth(sizes: readonly DaySize[]): readonly Growth[] {
  const places = [...new Set(sizes.map(({ where }) => where))];
  return places.flatMap((place) => {
    const there = sizes.filter(({ where }) => where === place).slice(FORGETS_AFTER);
    if (there.length === 0) return [];
    return (['diskMb', 'heapMb'] as const).map((kind) => {
      const [first, last] = [there.slice(0, SOME), there.slice(-SOME)].map((some) =>
        middle(some.map((day) => day[kind])),
      );
      return {
        what: `${kind === 'diskMb' ? 'the ledger' : 'the gateway’s memory'} with ${place}, first and last ${SOME} days from day ${there[0]?.day} on`,
        seen: `${first?.toFixed(1)} MB, ${last?.toFixed(1)} MB`,
        ratio: (last ?? Number.NaN) / (first ?? Number.NaN),
      };
    });
  });
}

function middle(numbers: readonly number[]): number {
  const known = numbers.filter((each) => !Number.isNaN(each)).toSorted((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? Number.NaN;
}
