import { expect, test } from 'vitest';
import { createAskedUpdates } from './askedUpdates.ts';

/** A clock that a test moves, and notes that two gateways share. */
function rig() {
  let now = 0;
  let isAway = false;
  let reads = 0;
  const kept = new Map<string, string>();
  const notes = {
    async read(name: string) {
      reads += 1;
      if (isAway) throw new Error('away');
      return kept.get(name);
    },
    async write(name: string, text: string) {
      if (isAway) throw new Error('away');
      kept.set(name, text);
    },
  };
  return {
    serving: (version: string) => createAskedUpdates(notes, version, () => now),
    pass: (ms: number) => void (now += ms),
    away: (next: boolean) => void (isAway = next),
    reads: () => reads,
  };
}

test('a version that was asked for at one gateway is asked for at the others that serve it, and by none that serves another', async () => {
  const { serving, pass } = rig();
  const [one, other, older] = [serving('1.1.0+b'), serving('1.1.0+b'), serving('1.0.0+a')];
  expect(await other.isAsked()).toBe(false);
  await one.ask();
  pass(10_000);
  expect(await Promise.all([one, other, older].map((each) => each.isAsked()))).toEqual([true, true, false]);
});

test('nothing is asked for any more once a newer version is served', async () => {
  const { serving } = rig();
  await serving('1.1.0+b').ask();
  expect(await serving('1.2.0+c').isAsked()).toBe(false);
});

test('many hellos read once, and while the ledger is away the last word holds', async () => {
  const { serving, pass, away, reads } = rig();
  const gateway = serving('1.1.0+b');
  await gateway.ask();
  pass(10_000);
  await Promise.all(Array.from({ length: 50 }, () => gateway.isAsked()));
  expect(reads()).toBe(1);
  away(true);
  pass(10_000);
  expect(await gateway.isAsked()).toBe(true);
  await expect(gateway.ask()).rejects.toThrow('away');
});
