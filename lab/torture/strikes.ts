import type { TabNumber } from './device.ts';
import type { Blow, BlowStep, Round, Spell } from './plan.ts';
import type { NetFault, NetMode } from './proxy.ts';
import { sleep } from './sockets.ts';
import type { ServiceFault } from './upstream.ts';
import type { World } from './world.ts';

/** Faults that wait for a call, at most: the queue may stand still for a while. */
const WAITING_FAULTS = 4;
/** Less than the app has on the disk already: nothing more can be written. */
const QUOTA_BYTES = 1_000;
const HOUR_MS = 3_600_000;
/** Jumps of a clock: summer time, a day back, years ahead, seconds. */
const JUMPS_MS = [HOUR_MS, -HOUR_MS, -24 * HOUR_MS, 10 * 365 * 24 * HOUR_MS, -400 * 24 * HOUR_MS, 45_000, -45_000];

type SpellStep = NonNullable<Round['spell']>;

/** Lets something last for some scans. @returns what ends it. */
export async function begin(world: World, { kind, part, tab }: SpellStep): Promise<() => Promise<void>> {
  const { device, proxy, upstream, scanning } = world;
  if (isNetSpell(kind)) {
    world.struck(kind);
    await proxy.set(kind.slice('net-'.length) as NetMode);
    return () => proxy.set();
  }
  switch (kind) {
    case 'service-away':
      world.struck(kind);
      await upstream.down();
      return () => upstream.up();
    case 'gateway-down':
      world.struck(kind);
      await world.gatewayDown();
      return () => world.gatewayUp();
    case 'tab-frozen':
      if (!device.tab(tab)) return async () => undefined;
      await scanning.settle();
      world.struck(kind, { tab });
      await device.freeze(tab);
      return () => device.thaw();
    case 'clock-jump': {
      const open = device.tab(tab);
      const offsetMs = JUMPS_MS[Math.floor(part * JUMPS_MS.length)] ?? HOUR_MS;
      if (!open || open.frozen) return async () => undefined;
      world.struck(kind, { tab, offsetMs });
      await open.page.evaluate((ms) => globalThis.tortureClock?.(ms), offsetMs).catch(() => undefined);
      return async () => {
        if (part < 0.5)
          await device
            .tab(tab)
            ?.page.evaluate(() => globalThis.tortureClock?.(0))
            .catch(() => undefined);
      };
    }
    case 'quota':
      await scanning.settle();
      await device.kill();
      await device.boot(false);
      world.struck(kind);
      await device.quota(QUOTA_BYTES);
      return async () => {
        await scanning.settle();
        await device.quota(undefined).catch(() => undefined); // the page it was set on may be gone, and it with it
        if (part < 0.6) for (const number of [0, 1] as const) if (device.tab(number)) await scanning.saveAgain(number);
      };
    case 'worker-drains':
      world.struck(kind);
      await tellPages(world, 'freeze');
      await device.sync().catch(() => false);
      return () => tellPages(world, 'resume');
  }
}

function isNetSpell(kind: Spell): kind is `net-${NetMode}` {
  return kind.startsWith('net-');
}

/** The browser's own word to a page that it freezes it, without doing so: it lets go of the drain lock. */
async function tellPages({ device }: World, event: 'freeze' | 'resume'): Promise<void> {
  for (const number of [0, 1] as const) {
    const tab = device.tab(number);
    if (!tab || tab.frozen) continue;
    await tab.page.evaluate((name) => void document.dispatchEvent(new Event(name)), event).catch(() => undefined);
  }
}

/** One blow, between two scans. */
export async function strike(world: World, { kind, part }: BlowStep): Promise<void> {
  const { device, scanning } = world;
  const number: TabNumber = part < 0.5 ? 0 : 1;
  if (isArmed(kind)) {
    arm(world, kind, part);
    return;
  }
  switch (kind) {
    case 'gateway-killed':
      world.struck(kind);
      await world.gatewayDown();
      await world.gatewayUp();
      return;
    case 'browser-killed':
      world.struck(kind);
      await device.kill();
      return;
    case 'browser-killed-mid-scan':
      await scanning.settle();
      await killMidScan(world, device.tab(number)?.frozen ? ((1 - number) as TabNumber) : number, (part * 100) % 50);
      world.struck(kind);
      return;
    case 'tab-crashed':
    case 'tab-closed':
      if (!device.tab(number) || device.tab(number)?.frozen) return;
      world.struck(kind, { tab: number });
      await (kind === 'tab-closed' ? device.close(number) : device.crash(number));
      return;
    case 'tab-reloaded':
      if (!device.tab(number) || device.tab(number)?.frozen) return;
      world.struck(kind, { tab: number });
      await device.reload(number);
      return;
    case 'storage-killed':
      if ((await device.killStorage()) > 0) world.struck(kind);
      return;
    case 'database-closed':
      if (await device.closeDatabase(number)) world.struck(kind, { tab: number });
      return;
    case 'app-updated':
      await update(world);
      return;
  }
}

/** Scans a pair and kills the whole browser. @param afterMs - from the moment at which the last key is on its way. */
export async function killMidScan({ device, scanning }: World, tab: TabNumber, afterMs: number): Promise<void> {
  await device.ready(tab);
  const kill = await device.aim();
  let killed: Promise<void> | undefined;
  await scanning.scan({ tab, hurried: true }, () => {
    killed = sleep(afterMs).then(kill);
  });
  await killed;
}

/** Opens the app and kills the whole browser. @param afterMs - from the moment at which the page is on its way. */
export async function killAtStart({ device }: World, afterMs: number): Promise<void> {
  await device.boot(false);
  await device.open(0);
  await sleep(afterMs);
  await device.kill();
}

type Armed = NetFault | ServiceFault;

function isArmed(kind: Blow): kind is Armed {
  return kind.startsWith('net-') || kind.startsWith('service-');
}

/** A fault that waits for the next call; it counts when it strikes. */
function arm({ proxy, upstream }: World, kind: Armed, part: number): void {
  if (kind.startsWith('net-')) {
    if (proxy.waiting() < WAITING_FAULTS) proxy.next(kind as NetFault, part);
  } else if (upstream.waiting() < WAITING_FAULTS) upstream.next(kind as ServiceFault);
}

/** A new build is there, and a person takes it in the settings: the page starts anew under a new worker. */
async function update(world: World): Promise<void> {
  const { device, journal, scanning } = world;
  await scanning.settle();
  world.release();
  const { page, number } = await device.ready(device.tab(0)?.frozen ? 1 : 0);
  try {
    await page.evaluate(async () => {
      globalThis.tortureIsOld = true; // until it starts anew
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await page
      .getByRole('link', { name: /settings/i })
      .first()
      .dispatchEvent('click');
    await page.getByRole('link', { name: /supervisor/i }).dispatchEvent('click', {}, { timeout: 4_000 });
    await page.getByRole('button', { name: /take the new version/i }).dispatchEvent('click', {}, { timeout: 4_000 });
    world.struck('app-updated', { tab: number });
    await page.waitForFunction(() => globalThis.tortureIsOld !== true, undefined, { polling: 50, timeout: 8_000 });
  } catch (error) {
    journal.note('no update', { error: String(error).slice(0, 200) }); // the network was away, or an update waits for another page
    await page.goto(device.origin, { waitUntil: 'commit' }).catch(() => undefined); // a page must not start anew amid a scan
  }
}
