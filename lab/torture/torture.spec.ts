import { expect, test } from '#e2e/rig/test.ts';
import { runDrainers } from './drainers.ts';
import { runLabels } from './labels.ts';
import { run } from './run.ts';

/** `npm run lab -- torture` in small. A seed that has failed is added here, with the scans that it took. */
const seeds = [{ seed: 56, scans: 40, faults: 6 }] as const;

for (const { seed, scans, faults } of seeds) {
  test(`the faults of seed ${seed} lose nothing, repeat nothing and overtake nothing`, async () => {
    const report = await run({ seed, scans });
    expect(report.findings).toEqual([]);
    expect(report.figures.acknowledged).toBeGreaterThanOrEqual(scans);
    expect([...report.faults.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(faults);
  });
}

test('two pages and the worker without a common lock send 60 calls once each, in the order of their lanes', async () => {
  // `npm run lab -- torture --drainers` takes 300: more than the worker sends in one of its slices on a busy machine, and its
  // next slice begins by freeing what the two pages have under way.
  const { findings, executed, sentTwice } = await runDrainers(6, 60);
  expect(findings).toEqual([]);
  expect({ executed, sentTwice }).toEqual({ executed: 60, sentTwice: 0 });
});

test('labels under killed gateways and browsers come out of the demo printer once each', async () => {
  const { findings, figures } = await runLabels(7, 8);
  expect(findings).toEqual([]);
  expect(figures).toMatchObject({ twice: 0, lost: 0 });
  expect(figures.papers).toBeGreaterThan(0);
});
