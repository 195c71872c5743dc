import { expectRows, startWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { percentile, print, printGate, spread } from './figures.ts';
import { seedWaiting, untilDrained } from './seed.ts';

const ROWS = 1_000;

/** 1,000 waiting calls, sent by the app's page: claim, POST, ledger, stand-in, strict settle, one after another. */
export async function benchReplay(): Promise<void> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    await gateway.start();
    const { page } = await handheld.open();
    await page.addInitScript((size) => performance.setResourceTimingBufferSize(size), 2 * ROWS);
    await startWithDemo(page, gateway);
    await seedWaiting(page, gateway, ROWS);
    await page.goto(`${gateway.origin}/tasks/revert-off`); // what waits is sent as soon as the app starts
    await untilDrained(page);
    await expectRows(page, { answered: ROWS });
    const posts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('.asmx/'))
        .map((entry) => [entry.startTime, (entry as PerformanceResourceTiming).responseEnd] as const),
    );
    if (posts.length !== ROWS) throw new Error(`${posts.length} requests`);
    const wallMs = Math.max(...posts.map(([, end]) => end)) - Math.min(...posts.map(([start]) => start));
    const out = posts.map(([start, end]) => end - start);
    const own = posts.slice(1).map(([start], index) => start - (posts[index]?.[1] ?? Number.NaN));
    const executed = (await gateway.executions('RevertOff')).length;
    const rate = (ROWS * 1000) / wallMs;
    const mean = own.reduce((sum, ms) => sum + ms, 0) / own.length;
    const seen = `${rate.toFixed(0)} calls/s (${(wallMs / 1000).toFixed(1)} s; executed ${executed})`;
    printGate(`replay: ${ROWS} rows, serial`, seen, '≥ 120/s', rate >= 120);
    print('  request to reply, gateway and stand-in included', spread(out));
    printGate(
      '  own cost a call',
      `mean ${mean.toFixed(2)}, ${spread(own)}`,
      '≤ 8 ms',
      percentile(own, 0.5) <= 8 && mean <= 8,
    );
  } finally {
    await handheld.remove();
    await gateway.remove();
  }
}
