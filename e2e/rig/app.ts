import { type Locator, type Page, expect } from '@playwright/test';
import type { Gateway } from './gateway.ts';
import { type Handheld, hasWorker } from './handheld.ts';
import { isDoubted, rowsByState } from './inPage.ts';
import { burst } from './wedge.ts';

/** Milliseconds between looks. Playwright's own go up to a second, which a test waits for nothing. */
const LOOKS = [20, 50, 100];

/** Milliseconds in which the slowest machine has the app's files kept by its service worker. */
const INSTALLED_WITHIN_MS = 60_000;

/** The first start with the stand-in's demo values, until a cold start without network would work (with a worker). */
export async function startWithDemo(page: Page, gateway: Pick<Gateway, 'origin'>): Promise<void> {
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Use the training values' }).click();
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
  if (hasWorker(page)) await untilControlled(page);
}

/** Opens the handheld at its first start, with the stand-in's demo values. @returns its page */
export async function openWithDemo(handheld: Pick<Handheld, 'open'>, gateway: Pick<Gateway, 'origin'>): Promise<Page> {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  return page;
}

/** Waits until the service worker serves the page, having kept all that a start without network needs. */
async function untilControlled(page: Page): Promise<void> {
  const isControlled = (): boolean => navigator.serviceWorker.controller !== null;
  await expect
    .poll(() => page.evaluate(isControlled), {
      message: 'the service worker serves the page',
      timeout: INSTALLED_WITHIN_MS,
      intervals: LOOKS,
    })
    .toBe(true);
}

/** The longest time after the first paint in which a scan whose keys stall is doubted: src/scan/wedge/early.ts. */
export const DOUBTED_MS = 400;

/** Opens the RevertOff screen and waits until it would take a scan. */
export async function openRevertOff(page: Page, gateway: Pick<Gateway, 'origin'>): Promise<void> {
  await page.goto(`${gateway.origin}/tasks/revert-off`);
  await readyToScan(page);
}

/** The first start with the stand-in's demo values, and with it the RevertOff screen. */
export async function startAtRevertOff(page: Page, gateway: Pick<Gateway, 'origin'>): Promise<void> {
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
}

/** Opens the handheld at its first start, and with it the RevertOff screen. @returns its page */
export async function openAtRevertOff(
  handheld: Pick<Handheld, 'open'>,
  gateway: Pick<Gateway, 'origin'>,
): Promise<Page> {
  const { page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  return page;
}

/**
 * Waits until a scan would be taken: what comes with the first paint may lack its head, and is only shown.
 *
 * @param screen - the heading of the one that a tap leads to: until it is there, the screen before takes what is scanned.
 */
export async function readyToScan(page: Page, screen?: string): Promise<void> {
  if (screen !== undefined) await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await expect.poll(() => page.evaluate(isDoubted, DOUBTED_MS), { intervals: LOOKS }).toBe(false);
}

/** Scans a delivery and a shelf as a laser would: two bursts of keys, each ended by Enter. */
export async function scanPair(page: Page, delivery: string, shelf: string): Promise<void> {
  await burst(page, delivery, { terminator: 'Enter' });
  await burst(page, shelf, { terminator: 'Enter' });
}

/** Waits until the database holds exactly these calls by state. */
export async function expectRows(
  page: Page,
  counts: Readonly<Record<string, number>>,
  timeout = 30_000,
): Promise<void> {
  await expect.poll(() => page.evaluate(rowsByState), { timeout, intervals: LOOKS }).toEqual(counts);
}

/** Taps Sign out on the settings, once more where something is left open. @returns the heading of where it ends */
export async function signOut(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Sign in' });
  const anyway = page.getByRole('button', { name: 'Sign out all the same' });
  await expect(heading.or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(heading).toBeVisible();
  return heading;
}

/** Signs the worker out and another one, or the same one, in by a typed id; it ends where that worker begins. */
export async function signInAs(page: Page, gateway: Pick<Gateway, 'origin'>, userId: string): Promise<void> {
  await page.goto(`${gateway.origin}/settings`);
  const heading = await signOut(page);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByLabel('Your id').fill(userId);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(heading).toBeHidden();
}

/** Opens a part of the settings that is folded. */
export async function unfold(part: Locator): Promise<void> {
  await part.locator('summary').first().click();
  await expect(part.locator('details').first()).toHaveAttribute('open');
}

/** Holds “Send again” down until it has sent, as a thumb does. */
export async function holdSendAgain(page: Page): Promise<void> {
  const button = page.locator('.hold');
  await button.hover();
  await page.mouse.down();
  await expect(button).toBeHidden();
  await page.mouse.up();
}
