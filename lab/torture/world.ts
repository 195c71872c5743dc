import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyGateway } from '#e2e/rig/copiedGateway.ts';
import { type Gateway, createGateway } from '#e2e/rig/gateway.ts';
import { readKept } from '#e2e/rig/inPage.ts';
import { type Device, createDevice } from './device.ts';
import { makeVersion1 } from './disk.ts';
import { type Journal, openJournal } from './journal.ts';
import type { FaultKind } from './plan.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import { type Scanning, startScanning } from './scanning.ts';
import { sleep } from './sockets.ts';
import { type Upstream, startUpstream } from './upstream.ts';

/** Everything of a run: service, gateway, network, handheld, and the hand that scans. */
export interface World {
  readonly journal: Journal;
  readonly upstream: Upstream;
  readonly gateway: Gateway;
  readonly proxy: Proxy;
  readonly device: Device;
  readonly scanning: Scanning;
  /** Faults that took effect, by kind. */
  readonly faults: ReadonlyMap<FaultKind, number>;
  struck(kind: FaultKind, facts?: object): void;
  /** Kills the gateway, if it runs. */
  gatewayDown(): Promise<void>;
  /** Starts it, if it does not. */
  gatewayUp(): Promise<void>;
  /** Puts another build of the worker where the gateway serves it. */
  release(): void;
  /** Ends everything. @param keep - whether the log folder stays. */
  end(keep: boolean): Promise<void>;
}

/** Time that the gateway waits for the service, in milliseconds: short, so that a run has time for many hangs. */
const PATIENCE_MS = 4_000;

/** Time that the site's rules may take to come to a handheld that is opened for the first time, in milliseconds. */
const RULES_MS = 20_000;

const site = {
  name: 'Torture',
  answerRules: [{ matches: '^OK', verdict: 'accepted' }],
  demo: { apiKey: 'torture-key-1', userId: '7', warehouseId: '1' },
};

export interface WorldOptions {
  readonly seed: number;
  /** Milliseconds that a sound call takes at the service. @default up to 8 */
  readonly takesMs?: (random: Random) => number;
  /** `true`: the service is the stand-in, with its warehouse and its printer; the rig's own is there, and nobody calls it. */
  readonly hasStandIn?: boolean;
  /** More arguments for the handheld's Chromium. */
  readonly args?: readonly string[];
}

/** Starts service, gateway and network; the handheld has no browser open yet. */
export async function createWorld({
  seed,
  takesMs = (random) => random.whole(0, 8),
  hasStandIn = false,
  args,
}: WorldOptions): Promise<World> {
  const built = join(import.meta.dirname, '..', '..', 'dist');
  if (!existsSync(join(built, 'index.html'))) throw new Error('The app is not built: npm run build');
  const dir = mkdtempSync(join(tmpdir(), `scanline-torture-${seed}-`));
  const journal = openJournal(dir);
  const faults = new Map<FaultKind, number>();
  const random = randomOf(seed ^ 0x5e_ed);
  function struck(kind: FaultKind, facts: object = {}): void {
    faults.set(kind, (faults.get(kind) ?? 0) + 1);
    journal.note('fault', { kind, ...facts });
  }

  const copy = join(dir, 'copy');
  const { dist, entry } = await copyGateway(copy);
  const siteFile = join(dir, 'site.json');
  writeFileSync(siteFile, JSON.stringify(site));
  const upstream = await startUpstream({
    struck: (kind, marker) => struck(kind, { marker }),
    takesMs: () => takesMs(random),
    patienceMs: PATIENCE_MS,
  });
  const gateway = await createGateway(
    {
      UPSTREAM_TIMEOUT_MS: String(PATIENCE_MS),
      ...(!hasStandIn && { UPSTREAM_URL: upstream.url, SITE_CONFIG: siteFile }),
    },
    entry,
  );
  await gateway.start();
  const proxy = await startProxy({
    target: Number(new URL(gateway.origin).port),
    struck: (kind, marker) => struck(kind, { marker }),
    random: random.next,
  });
  const scanning: Scanning = startScanning(() => device, journal);
  const device: Device = await createDevice({
    origin: proxy.origin,
    journal,
    heard: scanning.heard,
    gone: scanning.gone,
    args,
  });
  let releases = 0;
  let isUp = true;

  return {
    journal,
    upstream,
    gateway,
    proxy,
    device,
    scanning,
    faults,
    struck,
    async gatewayDown() {
      if (isUp) await gateway.kill();
      isUp = false;
    },
    async gatewayUp() {
      if (!isUp) await gateway.start();
      isUp = true;
    },
    release() {
      releases += 1;
      for (const packed of ['br', 'gz']) rmSync(join(dist, `sw.js.${packed}`), { force: true });
      appendFileSync(join(dist, 'sw.js'), `\n// build ${releases}\n`);
    },
    async end(keep) {
      if (keep) await device.keepStorage(dir);
      await device.remove();
      await proxy.stop();
      journal.keep('gateway.log', gateway.printed());
      await gateway.remove();
      await upstream.stop();
      rmSync(keep ? copy : dir, { recursive: true, force: true });
    },
  };
}

/**
 * Opens the handheld for the first time, with a database of version 1 and calls in it, and goes through the first start.
 *
 * @param given - delivery and shelf of the calls that are there already.
 */
export async function firstStart(
  { device, proxy }: World,
  given: readonly (readonly [delivery: string, shelf: string])[],
  splitLocks = false,
): Promise<void> {
  const context = await device.boot(splitLocks);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${proxy.origin}/manifest.webmanifest`);
  await page.evaluate(makeVersion1, given);
  await page.goto(proxy.origin);
  const button = page.getByRole('button', { name: 'Use the training values' });
  await button.waitFor();
  // The calls that are there go at once then, and what an answer means is the site's to say: no hand is quicker than its rules.
  const until = Date.now() + RULES_MS;
  while ((await page.evaluate(readKept, 'site')) === undefined) {
    if (Date.now() > until) throw new Error(`The site's rules did not come to the handheld within ${RULES_MS} ms.`);
    await sleep(20);
  }
  await button.click();
  await page.getByRole('link', { name: /back on shelf/i }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('about:blank');
}
