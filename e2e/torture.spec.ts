import { expect, test } from '@playwright/test';
import { run } from './torture/run.ts';

/** `npm run torture` in small: the same machinery, one seed, so that it still runs when it is needed. */
test('a seed of faults loses nothing, repeats nothing and overtakes nothing', async () => {
  test.setTimeout(150_000);
  const { findings, figures, faults } = await run({ seed: 3, scans: 40 });
  expect(findings).toEqual([]);
  expect(figures.acknowledged).toBeGreaterThanOrEqual(40);
  expect([...faults.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(8);
});
