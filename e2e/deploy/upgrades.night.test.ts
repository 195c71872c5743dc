import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { copyGateway } from '#e2e/rig/copiedGateway.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { makeOtherBuild } from '#e2e/rig/keptFiles.ts';
import '#e2e/rig/ensure-build.ts';
import { hasNginx, startNginx } from './proxyRig.ts';

/** `UPGRADES=100` for as many. */
const UPGRADES = Number(process.env['UPGRADES'] ?? '3');
const TRUSTING = ['--ignore-certificate-errors'];
const STARTS_MS = 60_000;

/** Two gateways behind nginx by deploy/nginx/scanline.conf, whose versions a test changes. */
async function startSite() {
  const folder = await mkdtemp(join(tmpdir(), 'scanline-upgrades-'));
  const builds = [resolve('dist'), join(folder, 'next')];
  await makeOtherBuild('dist', builds[1] ?? '');
  const gateways = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const { dist: link, entry } = await copyGateway(join(folder, name));
      await rm(link, { recursive: true });
      await symlink(builds[0] ?? '', link);
      const gateway = await createGateway({ TRUSTED_PROXY: '127.0.0.1' }, entry);
      await gateway.start();
      return { ...gateway, link };
    }),
  );
  const proxy = await startNginx(gateways.map(({ origin }) => Number(new URL(origin).port)));
  return {
    origin: `https://localhost:${proxy.port}`,
    gateways,
    /** Has a stopped gateway serve a version once it starts. */
    async put({ link }: (typeof gateways)[number], version: number): Promise<void> {
      await rm(link);
      await symlink(builds[version % 2] ?? '', link);
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop();
      for (const gateway of gateways) await gateway.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the app. @returns whether it starts. */
async function starts(page: Page, origin: string): Promise<boolean> {
  await page.goto(origin).catch(() => undefined); // an address that does not answer starts nothing
  const firstStart = page.getByRole('button', { name: 'Use the training values' });
  return firstStart.waitFor({ timeout: STARTS_MS }).then(
    () => true,
    () => false,
  );
}

test.skipIf(!hasNginx())(
  'while two gateways behind nginx are upgraded one after the other, no handheld ends without a start, a new one neither',
  { timeout: 180_000 * UPGRADES },
  async () => {
    await using site = await startSite();
    const kept = await createHandheld();
    const ended: string[] = [];
    const [one, other] = site.gateways;
    if (!one || !other) throw new Error('there are two');
    try {
      const { page } = await kept.open(TRUSTING);
      expect(await starts(page, site.origin)).toBe(true);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await kept.close();
      for (let version = 1; version <= UPGRADES; version += 1) {
        const steps = [
          () => one.stop(),
          () => site.put(one, version),
          () => one.start(),
          () => other.stop(),
          () => site.put(other, version),
          () => other.start(),
        ];
        for (const [at, step] of steps.entries()) {
          await step();
          const fresh = await createHandheld();
          for (const handheld of [kept, fresh]) {
            const opened = await handheld.open(TRUSTING);
            if (!(await starts(opened.page, site.origin)))
              ended.push(`${version}.${at}: ${handheld === kept ? 'kept' : 'new'}`);
            await opened.page
              .evaluate(async () => {
                const registration = await navigator.serviceWorker.getRegistration();
                await registration?.update();
              })
              .catch(() => undefined); // it may be reloading, or its gateway be gone
            await handheld.close();
          }
          await fresh.remove();
        }
        if (!(await startsWithoutNetwork())) ended.push(`${version}: without a network`);
      }
      expect(ended).toEqual([]);
    } finally {
      await kept.remove();
    }

    async function startsWithoutNetwork(): Promise<boolean> {
      const { page, context } = await kept.open(TRUSTING);
      await context.setOffline(true);
      const isStarted = await starts(page, site.origin);
      await kept.close();
      return isStarted;
    }
  },
);
