import { expect, test } from 'vitest';
import { planOf } from './plan.ts';

function kindsOf(seed: number, rounds: number): ReadonlyMap<string, number> {
  const plan = planOf(seed);
  const kinds = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const { spell, blows } = plan.next();
    for (const kind of [...(spell ? [spell.kind] : []), ...blows.map((blow) => blow.kind)])
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}

function digestOf(seed: number, rounds: number): string {
  const plan = planOf(seed);
  for (let round = 0; round < rounds; round += 1) plan.next();
  return plan.digest();
}

test('a seed decides everything: the same seed is the same plan, another seed another one', () => {
  expect(digestOf(7, 50)).toBe(digestOf(7, 50));
  expect(digestOf(7, 50)).not.toBe(digestOf(8, 50));
  expect(digestOf(7, 50)).not.toBe(digestOf(7, 51));
});

test('about a thousand scans hold more than a hundred faults, and every kind of them comes in eight seeds', () => {
  const kinds = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => kindsOf(seed, 70));
  for (const of of kinds) expect([...of.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(130);
  expect(new Set(kinds.flatMap((of) => [...of.keys()])).size).toBe(49);
});

test('a spell ends after it began, and no later than its round', () => {
  const plan = planOf(3);
  for (let round = 0; round < 200; round += 1) {
    const { spell, scans, blows } = plan.next();
    const { from, until } = spell ?? { from: 0, until: 1 };
    expect(from).toBeLessThan(until);
    expect(until).toBeLessThanOrEqual(scans.length);
    for (const { before } of blows) expect(before).toBeLessThanOrEqual(scans.length);
  }
});
