import { afterAll, expect, test } from 'vitest';
import { skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { sayWhySkipped } from '#main/testing/postgresRig.ts';
import { failuresOf } from './report.ts';
import { hasProxy, runLoad } from './run.ts';

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

const isInstalled = hasProxy();
if (!isInstalled) sayWhySkipped('nginx or openssl is not installed here.');

test.skipIf(!started || !isInstalled)(
  'two gateways behind nginx, each killed once under load: no call runs twice, and every one is answered or shown',
  { timeout: 300_000 },
  async () => {
    const plan = { calls: 300, handhelds: 16, kills: 2 };
    const report = await runLoad((started ?? skipped).server, plan);
    expect(failuresOf(report, plan)).toEqual([]);
    expect(report.answered).toBeGreaterThan(200);
    expect(Math.min(...report.atGateway)).toBeGreaterThan(20);
  },
);
