import type { Page } from '@playwright/test';
import { startWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { type FaultyNet, startFaultyNet } from './faultyNet.ts';
import { print } from './figures.ts';
import { seedWaiting, untilDrained } from './seed.ts';
import { drainWorkbox, openWorkbox, queueInWorkbox, serveWorkbox } from './workboxSide.ts';

const CALLS = 200;
const SEED = 20_261_121;
/** POSTs passed on to the gateway after which the browser is killed. */
const KILLS = [60, 140] as const;

/** Levers of one side: `prepare` leaves the calls in its queue, `drain` sends until nothing is queued any more. */
interface Side {
  readonly name: string;
  prepare(page: Page, net: FaultyNet): Promise<void>;
  /** After a start of the browser, too. */
  drain(page: Page, net: FaultyNet): Promise<void>;
  /** Deliveries of calls that a person is told about, as nobody knows what became of them. */
  told(page: Page): Promise<readonly string[]>;
}

const scanline: Side = {
  name: 'Scanline',
  async prepare(page, net) {
    await startWithDemo(page, net);
    await seedWaiting(page, net, CALLS);
  },
  async drain(page, net) {
    await page.goto(`${net.origin}/tasks/revert-off`);
    await untilDrained(page);
  },
  told: async (page) =>
    (await rows(page)).filter(([state]) => state === 'unconfirmed' || state === 'held').map(([, code]) => code),
};

function workbox(keyed: boolean): Side {
  return {
    name: keyed ? 'Workbox, Idempotency-Key of its own' : 'Workbox, as documented',
    async prepare(page, net) {
      await serveWorkbox(net);
      await openWorkbox(page, net);
      net.set('down');
      await queueInWorkbox(page, CALLS, keyed);
    },
    async drain(page, net) {
      await openWorkbox(page, net);
      await drainWorkbox(page);
    },
    told: () => Promise.resolve([]),
  };
}

/**
 * The same calls, faults and seed for Scanline and for workbox-background-sync: the n-th POST meets the same fault. Of
 * a hundred POSTs five each are executed and their connection dropped, executed and answered 500, answered 503, answered
 * by a captive portal's 200; the browser is killed twice. Workbox is used as its documentation shows, over the gateway's
 * unledgered path: it has no key. The second Workbox has one, and the ledger with it.
 */
export async function benchWorkbox(): Promise<void> {
  for (const side of [scanline, workbox(false), workbox(true)]) {
    const faulty = await run(side, true);
    const healthy = await run(side, false);
    print(
      `${side.name}: ${CALLS} calls`,
      `lost ${faulty.lost} · doubled ${faulty.doubled} · told of ${faulty.told} · lost or doubled in silence ${faulty.silent}` +
        ` | drained in ${faulty.seconds.toFixed(1)} s (faults ${Object.values(faulty.met).join(' + ')}, ${KILLS.length} kills)` +
        ` | healthy: ${healthy.seconds.toFixed(1)} s, lost ${healthy.lost}, doubled ${healthy.doubled}`,
    );
  }
}

interface Result extends Pick<FaultyNet, 'met'> {
  readonly lost: number;
  readonly doubled: number;
  readonly told: number;
  readonly silent: number;
  readonly seconds: number;
}

async function run(side: Side, isFaulty: boolean): Promise<Result> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  await gateway.start();
  const net = await startFaultyNet(gateway.origin, SEED);
  try {
    let { page } = await handheld.open();
    await side.prepare(page, net);
    net.set(isFaulty ? 'faulty' : 'well');
    for (const kill of isFaulty ? KILLS : []) {
      const reached = new Promise<void>((resolve) => {
        net.onPassed = (count) => count === kill && resolve();
      });
      const draining = side.drain(page, net).catch(() => undefined); // it ends with its browser
      await Promise.race([reached, draining]);
      await handheld.kill();
      ({ page } = await handheld.open());
    }
    await side.drain(page, net);
    const told = new Set(await side.told(page));
    const counts = new Map<string, number>();
    for (const { parameters } of await gateway.executions('RevertOff')) {
      const delivery = new Map(parameters).get('deliveryCode') ?? '';
      counts.set(delivery, (counts.get(delivery) ?? 0) + 1);
    }
    const deliveries = Array.from({ length: CALLS }, (_, index) => `D-${20_000 + index}`);
    const times = (delivery: string): number => counts.get(delivery) ?? 0;
    return {
      lost: deliveries.filter((delivery) => times(delivery) === 0).length,
      doubled: deliveries.filter((delivery) => times(delivery) > 1).length,
      told: told.size,
      silent: deliveries.filter((delivery) => times(delivery) !== 1 && !told.has(delivery)).length,
      seconds: (net.times.last - net.times.first) / 1000,
      met: net.met,
    };
  } finally {
    await handheld.remove();
    await net.close();
    await gateway.remove();
  }
}

/** State and delivery of every call in Scanline's database. */
function rows(page: Page): Promise<readonly (readonly [string, string])[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const all = opening.result.transaction('calls').objectStore('calls').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    return (all.result as { state: string; parameters: [string, string][] }[]).map(
      ({ state, parameters }) => [state, new Map(parameters).get('deliveryCode') ?? ''] as const,
    );
  });
}
