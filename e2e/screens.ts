import { type Page, expect } from '@playwright/test';
import { readyToScan } from './rig/app.ts';
import { type Language, type Scene, blockStorage, browserSpeaks, noteHeard, speakOnTheSpot } from './rig/scene.ts';
import { burst } from './rig/wedge.ts';

/** A screen of the app in one honest state, and how it is reached from any other, in English. */
export interface ScreenState {
  readonly name: string;
  readonly reach: (scene: Scene) => Promise<void>;
  /** Whether a scan is taken here, or held. */
  readonly scans?: boolean;
  /** Shown before anything was set on the handheld: it comes before the scene is set. */
  readonly isFirst?: boolean;
  /** Whether it measures the screen when it opens: another size needs it anew. */
  readonly measures?: boolean;
  /** Whether it speaks the browser's language: what is set on the handheld cannot be read. */
  readonly speaksAsBrowser?: boolean;
}

/** The screen as it stands, in another language. */
export async function speakOn(scene: Scene, screen: ScreenState, language: Language): Promise<void> {
  if (screen.speaksAsBrowser !== true) return speakOnTheSpot(scene.page, language);
  await browserSpeaks(scene, language);
  await screen.reach(scene);
  await expect(scene.page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : language);
}

/** Every screen: the pictures are made of them, and the tests of access walk them, in this order. */
export const screens: readonly ScreenState[] = [
  {
    name: 'first-start',
    isFirst: true,
    speaksAsBrowser: true,
    async reach({ page }) {
      await page.reload();
      await page.locator('form').waitFor();
    },
  },
  { name: 'home', scans: true, reach: at('/') },
  {
    name: 'home-held-scan',
    async reach(scene) {
      await at('/')(scene);
      await burst(scene.page, '00340123456789012345');
      await expect(scene.page.getByText(/was scanned/)).toBeVisible();
    },
  },
  {
    name: 'notice',
    async reach(scene) {
      await noteHeard(scene, 0);
      await scene.page.reload();
      await scene.page.locator('.notice').first().waitFor();
    },
  },
  { name: 'revert-empty', scans: true, reach: at('/tasks/revert-off') },
  {
    name: 'revert-half',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await burst(scene.page, '00340123456789012345');
      await expect(scene.page.getByRole('heading', { name: /shelf/i }).first()).toBeVisible();
    },
  },
  {
    name: 'revert-detail',
    async reach({ page }) {
      await page
        .getByRole('button', { name: /00340123456789012345/ })
        .first()
        .click();
    },
  },
  {
    name: 'revert-typing',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await scene.page.getByRole('button', { name: 'Type', exact: true }).click();
      await scene.page.getByRole('textbox', { name: /Type/ }).fill('S-01-A');
    },
  },
  {
    name: 'revert-saved',
    async reach({ page }) {
      await page.getByRole('button', { name: 'OK', exact: true }).click();
      await expect(page.getByText('Saved').first()).toBeVisible();
    },
  },
  {
    name: 'revert-refused-scan',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await scene.page.keyboard.press('Enter');
      await expect(scene.page.getByText(/empty scan/)).toBeVisible();
    },
  },
  {
    name: 'camera',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await scene.page.getByRole('button', { name: 'Camera', exact: true }).click();
      await expect(scene.page.locator('.camera')).toBeVisible();
    },
  },
  { name: 'bag-empty', scans: true, reach: at('/tasks/bag') },
  {
    name: 'bag',
    async reach(scene) {
      await at('/tasks/bag')(scene);
      await burst(scene.page, 'BAG-2001');
      await expect(scene.page.getByLabel('Transfer line number')).toHaveValue('5001');
    },
  },
  {
    name: 'bag-wrong-weight',
    async reach({ page }) {
      await page.getByLabel('Weight').fill('1e3');
      await page.getByRole('button', { name: 'Complete bag' }).click();
      await expect(page.getByText(/exponent/).first()).toBeVisible();
    },
  },
  {
    name: 'bag-other-scanned',
    async reach({ page }) {
      await page.getByLabel('Weight').fill('1.25');
      await burst(page, 'BAG-2002');
      await expect(page.getByText(/BAG-2002 was scanned/).first()).toBeVisible();
    },
  },
  { name: 'batch-empty', scans: true, reach: at('/tasks/batch') },
  {
    name: 'batch',
    async reach(scene) {
      await at('/tasks/batch')(scene);
      await burst(scene.page, 'B-3001');
      await expect(scene.page.getByText(/BAG-2001/).first()).toBeVisible();
    },
  },
  { name: 'task-transfer', scans: true, reach: at('/tasks/transfer') },
  { name: 'task-weight', scans: true, reach: at('/tasks/weight') },
  { name: 'task-transport-order', scans: true, reach: at('/tasks/transport-order') },
  { name: 'task-external-code', scans: true, reach: at('/tasks/external-code') },
  { name: 'task-shelf', scans: true, reach: at('/tasks/shelf') },
  { name: 'task-domestic-code', scans: true, reach: at('/tasks/domestic-code') },
  { name: 'task-scanning-list', scans: true, reach: at('/tasks/scanning-list') },
  { name: 'task-images', scans: true, reach: at('/tasks/images') },
  { name: 'task-countries', scans: true, reach: at('/tasks/countries') },
  { name: 'task-report', scans: true, reach: at('/tasks/report') },
  { name: 'task-paint-marker', scans: true, reach: at('/tasks/paint-marker') },
  { name: 'task-print-cn', scans: true, reach: at('/tasks/print-cn') },
  { name: 'task-print-kjy', scans: true, reach: at('/tasks/print-kjy') },
  { name: 'operations', reach: at('/operations') },
  { name: 'operation', reach: at('/operations/OrderCodeExStorage') },
  { name: 'queue', scans: true, reach: at('/queue') },
  { name: 'call-accepted', reach: call('D-1001') },
  { name: 'call-refused', reach: call('D-9999') },
  { name: 'call-held', reach: call('D-1003') },
  {
    name: 'call-correct',
    async reach({ page }) {
      await page.getByRole('button', { name: /Correct/ }).click();
    },
  },
  { name: 'call-unconfirmed', reach: call('00340123456789012345') },
  {
    name: 'call-send-again',
    async reach({ page }) {
      await page.getByRole('button', { name: /again/i }).last().click();
    },
  },
  { name: 'history', measures: true, reach: at('/history') },
  { name: 'rescue', scans: true, reach: at('/rescue') },
  { name: 'diagnostics', reach: at('/diagnostics') },
  { name: 'set-up', reach: at('/set-up') },
  { name: 'settings', scans: true, reach: at('/settings') },
  { name: 'scanner', scans: true, reach: at('/settings/scanner') },
  {
    name: 'offline',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await scene.gateway.stop();
      await burst(scene.page, 'D-1010');
      await burst(scene.page, 'S-03-A');
      await expect(scene.page.getByText(/No gateway/).first()).toBeVisible();
    },
  },
  {
    name: 'sign-in',
    async reach(scene) {
      await at('/settings')(scene);
      await scene.page.getByRole('button', { name: 'Sign out' }).click();
      await expect(scene.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    },
  },
  {
    name: 'hand-over-sheet',
    async reach({ page }) {
      await page.getByRole('button', { name: 'Type', exact: true }).locator('visible=true').click();
      await page.getByLabel('Your id').fill('8');
      await page.getByRole('button', { name: 'OK', exact: true }).click();
      await expect(page.locator('.top h1').locator('visible=true')).not.toHaveText('Sign in');
    },
  },
  {
    name: 'blocked',
    speaksAsBrowser: true,
    async reach(scene) {
      await blockStorage(scene, true);
      await scene.page.reload();
      await scene.page.getByRole('alert').locator('p').first().waitFor();
    },
  },
];

/** Opens an address anew and waits until it would take a scan. */
function at(path: string): ScreenState['reach'] {
  return async (scene) => {
    const { page, gateway } = scene;
    await blockStorage(scene, false);
    await noteHeard(scene, 1_000); // all that was saved: else the notice stands over every screen
    await page.goto(gateway.origin + path);
    await page.locator('.page').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    if (await page.locator('[data-scan-sink]').count()) await readyToScan(page);
  };
}

function call(code: string): ScreenState['reach'] {
  return async (scene) => {
    await at('/queue')(scene);
    await opened(scene.page, code).click();
    await expect(scene.page.getByRole('heading', { name: /^Call/ })).toBeVisible();
  };
}

function opened(page: Page, code: string) {
  return page.locator('a.row-open', { hasText: code }).first();
}
