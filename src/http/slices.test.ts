import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstInOrder, inSlices } from './slices.ts';

/** Works as long as it takes: so that a clock shows it. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Returns how often others get their turn until something is done. */
async function turnsDuring(what: Promise<unknown>): Promise<number> {
  const seen = { turns: 0, isOver: false };
  void what.finally(() => (seen.isOver = true));
  for (; !seen.isOver; seen.turns += 1) await new Promise(setImmediate);
  return seen.turns;
}

test('the first in order are those that a sort has, equals as they stood, however many there are', async () => {
  const compare = (one: { readonly k: number }, other: { readonly k: number }): number => one.k - other.k;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 2_000 }), fc.nat(2_100), async (keys, many) => {
      const items = keys.map((k, at) => ({ k, at }));
      expect(await firstInOrder(items, compare, many)).toEqual(items.toSorted(compare).slice(0, many));
    }),
    { numRuns: 30 },
  );
});

test('what is done in slices is all done, in its order, and others get their turn in between', async () => {
  const items = Array.from({ length: 5_000 }, (_, n) => n);
  const made = inSlices(items, (part) => {
    work(10);
    return part.map((n) => 2 * n);
  });
  expect(await turnsDuring(made)).toBeGreaterThan(2); // in 200 ms of work
  expect(await made).toEqual(items.map((n) => 2 * n));
  const sorted = firstInOrder(items, (one, other) => (work(0.005), other - one), 5_000);
  expect(await turnsDuring(sorted)).toBeGreaterThan(2); // in 300 ms
  expect(await sorted).toEqual(items.toReversed());
});
