import { afterAll, expect, test } from 'vitest';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { moveThereAndBack } from './run.ts';

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

test.skipIf(!started)(
  'sixty thousand calls move, are killed in the middle, go on and come back the same',
  async () => {
    const rows = 60_000;
    const { keptAtKill, moved, isSame } = await moveThereAndBack((started ?? skipped).server, rows);
    expect(keptAtKill).toBeGreaterThanOrEqual(rows / 3);
    expect([keptAtKill + moved, isSame]).toEqual([rows, true]);
  },
  300_000,
);
