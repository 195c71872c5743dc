import { test as base } from '@playwright/test';
import { type Gateway, createGateway } from './gateway.ts';
import { type Handheld, createHandheld } from './handheld.ts';

/** A test with a gateway process of its own (started) and a handheld with a fresh profile (no browser open yet). */
export const test = base.extend<{ gateway: Gateway; handheld: Handheld }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  gateway: async ({}, use) => {
    const gateway = await createGateway();
    await gateway.start();
    await use(gateway);
    await gateway.remove();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  handheld: async ({}, use) => {
    const handheld = await createHandheld();
    await use(handheld);
    await handheld.remove();
  },
});

export { expect } from '@playwright/test';
