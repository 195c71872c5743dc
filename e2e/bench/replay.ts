import { expectRows, openRevertOff, scanPair, startWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { print } from './figures.ts';

const ROWS = 1_000;

/** 1,000 calls scanned without a gateway, then sent: claim, POST, ledger, stand-in, strict settle, one after another. */
export async function benchReplay(): Promise<void> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    await gateway.start();
    const { page } = await handheld.open();
    await startWithDemo(page, gateway);
    await openRevertOff(page, gateway);
    await gateway.stop();
    for (let index = 0; index < ROWS; index += 1) await scanPair(page, `D-${20_000 + index}`, `S-${20_000 + index}`);
    await expectRows(page, { waiting: ROWS }, 120_000);
    await gateway.start();
    // The header's own count: reading the rows again and again would be measured too.
    await page.waitForFunction(() => document.querySelector('a[href="/queue"] b')?.textContent === '0', undefined, {
      polling: 500,
      timeout: 300_000,
    });
    await expectRows(page, { answered: ROWS });
    const times = await page.evaluate(async () => {
      const opening = indexedDB.open('scanline');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const all = opening.result.transaction('attempts').objectStore('attempts').getAll();
      await new Promise((resolve) => all.addEventListener('success', resolve));
      opening.result.close();
      return (all.result as { startedAt: number; endedAt: number }[]).map(
        ({ startedAt, endedAt }) => [startedAt, endedAt] as const,
      );
    });
    const seconds = (Math.max(...times.map(([, end]) => end)) - Math.min(...times.map(([start]) => start))) / 1000;
    const executed = (await gateway.executions('RevertOff')).length;
    print(
      `replay: ${ROWS} rows, serial`,
      `${(ROWS / seconds).toFixed(0)} calls/s (${seconds.toFixed(1)} s; executed ${executed})`,
    );
  } finally {
    await handheld.remove();
    await gateway.remove();
  }
}
