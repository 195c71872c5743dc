import { openWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { type Handheld, createHandheld } from '#e2e/rig/handheld.ts';
import { percentile, print } from './figures.ts';
import { startFloor } from './floor.ts';

const RUNS = 9;

/** A fresh browser process, no server: from navigation to the field in focus, the app against an empty React page. */
export async function benchColdStart(): Promise<void> {
  const [gateway, floor, handheld] = await Promise.all([createGateway(), startFloor(), createHandheld()]);
  try {
    await gateway.start();
    const page = await openWithDemo(handheld, gateway);
    await page.goto(floor.origin);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await handheld.close();
    await gateway.stop();
    await floor.stop();

    const ours: number[] = [];
    const theirs: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const [app, empty] = [
        await readyAfter(handheld, `${gateway.origin}/tasks/revert-off`),
        await readyAfter(handheld, floor.origin),
      ];
      if (run === 0) continue; // the first pair warms the disk's cache
      ours.push(app);
      theirs.push(empty);
    }
    const [app, empty] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
    print('cold offline start: scan field in focus', `median ${app.toFixed(0)} ms (n = ${RUNS})`);
    print('cold offline start: empty React page', `median ${empty.toFixed(0)} ms (n = ${RUNS})`);
    print('cold offline start: ratio', (app / empty).toFixed(2));
  } finally {
    await handheld.remove();
    await floor.remove();
    await gateway.remove();
  }
}

/** Milliseconds from navigation to the first focus, in a browser that was not running. */
async function readyAfter(handheld: Handheld, url: string): Promise<number> {
  const { page } = await handheld.open();
  await page.addInitScript(() =>
    addEventListener('focusin', () => performance.mark('ready'), { capture: true, once: true }),
  );
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0);
  const ready = await page.evaluate(() => performance.getEntriesByName('ready')[0]?.startTime ?? Number.NaN);
  await handheld.close();
  return ready;
}
