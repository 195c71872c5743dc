import { test as base, expect } from '@playwright/test';
import { type Gateway, createGateway } from './gateway.ts';
import {
  type Handheld,
  type SharedBrowsers,
  type Worker,
  createBriefHandheld,
  createHandheld,
  shareBrowsers,
} from './handheld.ts';
import { keepViolations, seenViolations, takeViolations, watchViolations } from './violations.ts';

/** Word of a test about the policies that its pages violate: without a word from it, one violation fails it. */
export interface Violations {
  /** This test violates a policy on purpose: what fits `pattern` has to happen, and does not fail it. */
  onPurpose(pattern: RegExp): void;
  /** Those of this test, so far. */
  seen(): readonly string[];
}

interface Fixtures {
  /** Says whether the handheld's browser gets the app's service worker; `blocked` where a test needs none. */
  worker: Worker;
  /** Place where the handheld's browser keeps things; `in memory` where a test opens it once and never kills it. */
  profile: 'on disk' | 'in memory';
  /** The site configuration of the gateway; none unless a test names one. */
  site: object | undefined;
  gateway: Gateway;
  handheld: Handheld;
  violations: Violations;
}

keepViolations();

/**
 * A test with a gateway process of its own (started) and a handheld with a fresh profile (no browser open yet). It
 * fails where any page or worker of its browsers violated the Content Security Policy or Trusted Types.
 */
export const test = base.extend<Fixtures, { browsers: SharedBrowsers }>({
  worker: ['allowed', { option: true }],
  profile: ['on disk', { option: true }],
  site: [undefined, { option: true }],
  violations: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const meant: RegExp[] = [];
      await use({ onPurpose: (pattern) => void meant.push(pattern), seen: seenViolations });
      const seen = takeViolations();
      expect(seen.filter((violation) => !meant.some((pattern) => pattern.test(violation)))).toEqual([]);
      for (const pattern of meant) expect(seen).toContainEqual(expect.stringMatching(pattern));
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await watchViolations(context);
    await use(context);
  },
  gateway: async ({ site }, use) => {
    const gateway = await createGateway();
    if (site) await gateway.configure(site);
    await gateway.start();
    await use(gateway);
    await gateway.remove();
  },
  browsers: [
    async ({ browser }, use) => {
      const browsers = shareBrowsers(browser);
      await use(browsers);
      await browsers.close();
    },
    { scope: 'worker' },
  ],
  handheld: async ({ worker, profile, browsers }, use) => {
    const handheld = profile === 'in memory' ? createBriefHandheld(browsers, worker) : await createHandheld(worker);
    await use(handheld);
    await handheld.remove();
  },
});

/** The same for a test that opens its handheld once, and needs neither a disk nor a browser of its own under it. */
export const inMemory = test.extend({ profile: 'in memory' });

/** The same for one that opens no page while the gateway is away: it needs no service worker. */
export const online = inMemory.extend({ worker: 'blocked' });

export { expect } from '@playwright/test';
