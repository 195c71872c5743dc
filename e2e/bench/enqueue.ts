import { openRevertOff, startWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { burst } from '#e2e/rig/wedge.ts';
import { print, spread } from './figures.ts';

const PAIRS = 200;

/** From the laser's Enter to the strict transaction's `complete`, measured inside the page while the app scans. */
export async function benchEnqueue(): Promise<void> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    await gateway.start();
    const { page } = await handheld.open();
    await page.addInitScript(() => {
      const measured: number[] = [];
      Object.assign(globalThis, { measured });
      let enterAt = 0;
      addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'Enter') enterAt = event.timeStamp;
        },
        { capture: true },
      );
      const add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = function (...parameters) {
        if (this.name === 'calls') {
          const from = enterAt;
          this.transaction.addEventListener('complete', () => measured.push(performance.now() - from));
        }
        return add.apply(this, parameters);
      };
    });
    await startWithDemo(page, gateway);
    await openRevertOff(page, gateway);
    await gateway.stop();
    for (let index = 0; index < PAIRS; index += 1) {
      await burst(page, `D-${10_000 + index}`, { terminator: 'Enter' });
      await burst(page, `S-${10_000 + index}`, { terminator: 'Enter' });
      await page.waitForFunction(
        (count) => (globalThis as unknown as { measured: number[] }).measured.length > count,
        index,
        { polling: 20 }, // by a timer: the default asks at every frame, and makes the page draw all the while
      );
    }
    const measured = await page.evaluate(() => (globalThis as unknown as { measured: number[] }).measured);
    print('enqueue: Enter → on disk (strict)', spread(measured));
  } finally {
    await handheld.remove();
    await gateway.remove();
  }
}
