import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectRows, openRevertOff, scanPair, startWithDemo } from './rig/app.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, test } from './rig/test.ts';

test('a new version that is taken in mid-replay waits for the call that is being sent, and the rest goes on in it', async ({
  handheld,
}) => {
  const dist = await mkdtemp(join(tmpdir(), 'scanline-dist-'));
  await cp('dist', dist, { recursive: true });
  const gateway = await createGateway({ TORTURE_DIST: dist }, 'e2e/torture/gatewayProcess.ts');
  try {
    await gateway.start();
    const { page } = await handheld.open();
    await startWithDemo(page, gateway);
    await openRevertOff(page, gateway);
    await appendFile(join(dist, 'sw.js'), '\n// a newer version\n');
    for (const suffix of ['.br', '.gz']) await rm(join(dist, `sw.js${suffix}`), { force: true });
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.goto(`${gateway.origin}/settings`);
    const take = page.getByRole('button', { name: 'Take the new version' });
    await expect(take).toBeVisible();

    await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 3_000, times: 1 });
    const other = await page.context().newPage();
    await openRevertOff(other, gateway);
    await scanPair(other, 'D-1001', 'S-01-A');
    await scanPair(other, 'D-1002', 'S-02-A');
    await expectRows(page, { sending: 1, waiting: 1 });
    await other.close();
    const reloaded = page.waitForEvent('load');
    await take.click();
    await reloaded;
    await expectRows(page, { answered: 2 });
    const tries = await page.evaluate(async () => {
      const opening = indexedDB.open('scanline');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const all = opening.result.transaction('attempts').objectStore('attempts').getAll();
      await new Promise((resolve) => all.addEventListener('success', resolve));
      opening.result.close();
      return (all.result as { seq: number; phase: string; outcome?: { kind: string } }[]).map(
        ({ seq, phase, outcome }) => [seq, phase, outcome?.kind],
      );
    });
    expect(tries).toEqual([
      [1, 'replied', 'answered'],
      [2, 'replied', 'answered'],
    ]);
    expect(await gateway.executions('RevertOff')).toHaveLength(2);
  } finally {
    await gateway.remove();
    await rm(dist, { recursive: true, force: true });
  }
});
