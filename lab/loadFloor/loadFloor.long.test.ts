import { afterAll, expect, test } from 'vitest';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { sayWhySkipped } from '#main/testing/postgresRig.ts';
import { hasProxy } from '#lab/loadGateways/run.ts';
import { runFloor } from './run.ts';

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

const isInstalled = hasProxy();
if (!isInstalled) sayWhySkipped('nginx or openssl is not installed here.');

test.skipIf(!started || !isInstalled)(
  'two gateways behind nginx, one killed half-way: each figure of the board is the handheld’s own, and no call is lost',
  { timeout: 120_000 },
  async () => {
    const plan = {
      seconds: 3,
      handhelds: 32,
      seed: 7,
      kinds: { D: 60, R: 20, L: 20 },
      rest: [100, 400],
      memoryEveryMs: 500,
      boardsAskEveryMs: 1_000,
    } as const;
    const { untrue, stale, lost, saved, lostHandhelds, lives, sums } = await runFloor(
      (started ?? skipped).server,
      plan,
    );
    expect({ untrue, stale, lost }).toEqual({ untrue: [], stale: [], lost: [] });
    expect(saved).toBeGreaterThan(32);
    expect(lostHandhelds).toBe(2);
    expect(Math.min(sums.waiting, sums.person, sums.toCheck)).toBeGreaterThan(0);
    expect(lives.map(({ samples }) => samples.length > 0)).toEqual([true, true, true]);
  },
);
