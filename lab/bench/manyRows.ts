import type { Page } from '@playwright/test';
import { startWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { percentile, print, printGate } from './figures.ts';
import { type LabWindow, buildLab, openLab } from './outboxLab.ts';
import { seedWaiting } from './seed.ts';

const RUNS = 5;
const SIZES = [10_000, 50_000] as const;

/** A database with many calls, opened by a browser that was not running: open, counts, the first 50 calls. */
export async function benchManyRows(): Promise<void> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    await gateway.start();
    const script = await buildLab();
    const { page: first } = await handheld.open();
    await startWithDemo(first, gateway);
    let rows = 0;
    for (const size of SIZES) {
      const { page: seeding } = rows === 0 ? { page: first } : await handheld.open();
      await seedWaiting(seeding, gateway, size - rows, 20_000 + rows);
      rows = size;
      await handheld.close();

      const seen = { open: [] as number[], count: [] as number[], first: [] as number[] };
      for (let run = 0; run < RUNS; run += 1) {
        const { page } = await handheld.open();
        await openLab(page, gateway, script);
        const {
          open,
          count,
          first: fifty,
          waiting,
          rows: read,
        } = await page.evaluate(() => (globalThis as LabWindow).lab.open());
        if (waiting !== size || read !== 50) throw new Error(`${waiting} waiting, ${read} read`);
        seen.open.push(open);
        seen.count.push(count);
        seen.first.push(fifty);
        if (run === RUNS - 1 && size === SIZES[1]) await printHeap(page);
        await handheld.close();
      }
      const worst = (samples: readonly number[]): number => percentile(samples, 1);
      const text = (samples: readonly number[]): string =>
        `median ${percentile(samples, 0.5).toFixed(1)}, worst ${worst(samples).toFixed(1)} ms (n = ${RUNS})`;
      const name = `${size.toLocaleString('en')} rows, cold:`;
      printGate(`${name} open`, text(seen.open), '≤ 250 ms', worst(seen.open) <= 250);
      printGate(`${name} count`, text(seen.count), '≤ 200 ms', worst(seen.count) <= 200);
      printGate(`${name} first 50`, text(seen.first), '≤ 30 ms', worst(seen.first) <= 30);
    }
  } finally {
    await handheld.remove();
    await gateway.remove();
  }
}

/** Prints what reading the first 50 calls 200 times leaves on the heap, garbage taken away. */
async function printHeap(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  async function used(): Promise<number> {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
  }
  const before = await used();
  await page.evaluate(() => (globalThis as LabWindow).lab.browse(200));
  const after = await used();
  print('50,000 rows: heap', `${before.toFixed(1)} MB, after 200 × first 50: ${after.toFixed(1)} MB`);
}
