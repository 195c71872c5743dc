import { type Page, expect } from '@playwright/test';
import type { CodeRules } from '#site/codes.ts';
import type { AnswerRule } from '#site/judging.ts';
import { readyToScan, scanPair, signOut, unfold } from './rig/app.ts';
import { pretendSerial, scaleSays } from './rig/scale.ts';
import {
  type Language,
  type Scene,
  blockStorage,
  browserSpeaks,
  longCodeOf,
  noteHeard,
  noteLocked,
  openFirst,
  setScene,
  siteKnowsCodes,
  siteSays,
  speakOnTheSpot,
} from './rig/scene.ts';
import { burst } from './rig/wedge.ts';
import { moveTo } from './rig/inPage.ts';

/** A screen of the app in one honest state, and how it is reached from any other, in English. */
export interface ScreenState {
  readonly name: string;
  readonly reach: (scene: Scene) => Promise<void>;
  /** `true`: a scan is taken here, or held. */
  readonly scans?: boolean;
  /** Shown before anything was set on the handheld: it comes before the scene is set. */
  readonly isFirst?: boolean;
  /** `true`: it measures the screen when it opens: another size needs it anew. */
  readonly measures?: boolean;
  /** `true`: the service worker is told of, or serves it. */
  readonly ofWorker?: boolean;
  /** `true`: it speaks the browser's language: what is set on the handheld cannot be read. */
  readonly speaksAsBrowser?: boolean;
}

/** The screen as it stands, in another language. */
export async function speakOn(scene: Scene, screen: ScreenState, language: Language): Promise<void> {
  if (screen.speaksAsBrowser !== true) return speakOnTheSpot(scene.page, language);
  await browserSpeaks(scene, language);
  await screen.reach(scene);
  await expect(scene.page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : language);
}

/** Looks of the codes of a site that routes scans by them. */
export const codes: CodeRules = {
  deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
  bagCode: { pattern: 'BAG-\\d{4}', example: 'BAG-2001' },
};

/** Rules that were taught on a handheld; they fit no answer of the walk. */
const taught: readonly AnswerRule[] = [
  { operation: 'RevertOff', contains: 'is back on another shelf', verdict: 'accepted' },
  { operation: 'GetPaintMarker', json: '/colour', equals: 'violet', verdict: 'refused' },
];

const taughtCodes: CodeRules = { transportOrderCode: { pattern: 'TO-\\d{4}', example: 'TO-6001' } };

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
      await burst(scene.page, longCodeOf(scene));
      await expect(scene.page.getByText(/was scanned/)).toBeVisible();
    },
  },
  {
    name: 'home-two-tasks-fit',
    async reach(scene) {
      await routed(scene, 'D-1001');
      await expect(scene.page.getByRole('navigation', { name: 'Tasks that it fits' })).toBeVisible();
    },
  },
  {
    name: 'home-unknown-code',
    async reach(scene) {
      await routed(scene, 'WHAT-1');
      await expect(scene.page.getByText(/Unknown code/)).toBeVisible();
    },
  },
  {
    name: 'share-refused',
    async reach(scene) {
      const { page, gateway } = scene;
      await at('/')(scene);
      await page.goto(`${gateway.origin}/share?text=D-1001%0AD-1002`);
      await expect(page.getByText(/Several lines were shared/)).toBeVisible();
    },
  },
  {
    name: 'home-shared-code',
    async reach(scene) {
      await at('/')(scene);
      await forgetHeld(scene.page);
      await scene.page.goto(`${scene.gateway.origin}/share?text=${longCodeOf(scene)}`);
      await expect(scene.page.getByText(/came from another app/)).toBeVisible();
    },
  },
  {
    name: 'home-install-offer',
    async reach(scene) {
      const { page } = scene;
      await at('/')(scene);
      await page.evaluate(() => {
        localStorage.removeItem('scanline-install-read');
        dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })); // no browser of a test makes it in time
      });
      await expect(page.getByRole('button', { name: 'Install Scanline' })).toBeVisible();
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
  {
    name: 'revert-empty',
    scans: true,
    async reach(scene) {
      await at('/')(scene);
      await forgetHeld(scene.page);
      await at('/tasks/revert-off')(scene);
    },
  },
  {
    name: 'revert-half',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await burst(scene.page, longCodeOf(scene));
      await scene.page.getByRole('button', { name: 'Go on, behind it' }).click(); // nobody knows of its last call
      await expect(scene.page.getByRole('heading', { name: /shelf/i }).first()).toBeVisible();
    },
  },
  {
    name: 'revert-detail',
    async reach(scene) {
      await scene.page
        .getByRole('button', { name: longCodeOf(scene) })
        .first()
        .click();
    },
  },
  {
    name: 'revert-leave',
    async reach({ page }) {
      await page.getByRole('link', { name: 'Home' }).click();
      await expect(page.getByRole('region', { name: /is not finished/ })).toBeVisible();
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
      const undo = page.getByRole('button', { name: 'Undo' });
      const behind = page.getByRole('button', { name: /^Save it, behind/ }); // where its pair is whole, nobody knows of its last call
      await page.locator('.said:not(.said-step)').waitFor();
      if (await behind.isVisible()) await behind.click();
      await expect(undo).toBeEnabled();
      await scanPair(page, 'D-1012', 'S-01-A');
      await expect(page.locator('.said-saved')).toBeVisible();
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
    name: 'bag-unknown',
    async reach(scene) {
      await at('/tasks/bag')(scene);
      await burst(scene.page, `BAG-${longCodeOf(scene)}`.slice(0, longCodeOf(scene).length));
      await expect(scene.page.getByRole('region', { name: 'The service says' })).toContainText('unknown');
    },
  },
  {
    name: 'bag',
    async reach(scene) {
      await at('/tasks/bag')(scene);
      await burst(scene.page, 'BAG-2001');
      await expect(scene.page.getByRole('region', { name: 'The service says' })).toContainText('5001');
    },
  },
  {
    name: 'bag-wrong-weight',
    async reach({ page }) {
      await page.getByLabel('Weight').fill('1e3');
      await page.getByRole('button', { name: /^Complete / }).click();
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
  {
    name: 'check-off',
    scans: true,
    async reach({ page }) {
      await page.getByRole('button', { name: 'Check off: bags (4)' }).click();
      await expect(page.locator('.hero')).toContainText('0 of 4');
      await burst(page, 'BAG-2001');
      await burst(page, 'BAG-9999');
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
  {
    name: 'answer-fields',
    async reach(scene) {
      await asked('transfer', 'T-4001', 'SZX')(scene);
    },
  },
  {
    name: 'answer-table',
    async reach(scene) {
      await at('/tasks/scanning-list')(scene);
      await scene.page.getByRole('button', { name: 'All lists' }).click();
      await expect(answer(scene.page)).toContainText('SL-2');
    },
  },
  { name: 'answer-pictures', reach: asked('images', 'D-1003', 'SKU-31') },
  { name: 'answer-two-steps', reach: asked('external-code', 'EX-50003', 'DD-70003') },
  {
    name: 'answer-refused',
    async reach(scene) {
      await at('/tasks/paint-marker')(scene);
      await burst(scene.page, 'D-9');
      await expect(scene.page.locator('.band')).toContainText(/no paint marker/);
    },
  },
  {
    name: 'label-printed',
    async reach(scene) {
      await at('/tasks/print-kjy')(scene);
      await burst(scene.page, 'D-1001');
      await expect(scene.page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();
    },
  },
  {
    name: 'label-asks',
    async reach({ page }) {
      await expect(async () => {
        await burst(page, 'D-1001'); // within the moment of a repeat it counts as the same scan
        await expect(page.getByRole('button', { name: 'Get copy 2 D-1001' })).toBeVisible({ timeout: 500 });
      }).toPass();
    },
  },
  {
    name: 'scale-waits',
    async reach(scene) {
      const { page } = scene;
      await at('/')(scene);
      await page.evaluate(pretendSerial);
      await page.evaluate(moveTo, '/tasks/weight');
      await readyToScan(page);
      await burst(page, 'D-1001');
      await page.getByText('kg', { exact: true }).click();
      await page.getByRole('button', { name: 'Connect a scale' }).click();
      await expect(page.getByText(/has sent nothing yet/)).toBeVisible();
    },
  },
  {
    name: 'scale-steady',
    async reach({ page }) {
      await scaleSays(page, 'ST,GS,+  1250 g\r\n'.repeat(3));
      await expect(page.getByRole('button', { name: 'Take 1.25 kg' })).toBeVisible();
    },
  },
  {
    name: 'weight-question',
    async reach({ page }) {
      const weight = page.getByLabel('Weight', { exact: true });
      const save = page.getByRole('button', { name: /^Save D-/ });
      await page.getByRole('button', { name: 'Take 1.25 kg' }).click();
      await save.click();
      await expect(weight).toBeHidden(); // it is saved: another one is weighed
      await burst(page, 'D-1001');
      await weight.fill('1250');
      await save.click();
      await expect(page.getByText(/Save it\?/).first()).toBeVisible();
    },
  },
  { name: 'operations', reach: at('/operations') },
  { name: 'operation', reach: at('/operations/OrderCodeExStorage') },
  {
    name: 'queue',
    scans: true,
    async reach(scene) {
      await at('/queue')(scene);
      await expect(scene.page.getByText('is NOT on', { exact: false })).toBeVisible(); // looked up by itself
    },
  },
  { name: 'call-accepted', reach: call('D-1001') },
  { name: 'call-refused', reach: call('D-9999') },
  { name: 'call-held', reach: call('D-1003') },
  {
    name: 'call-correct',
    async reach({ page }) {
      await page.getByRole('button', { name: /Correct/ }).click();
    },
  },
  {
    name: 'known',
    scans: true,
    async reach(scene) {
      await at('/known?code=D-9999')(scene);
      await expect(scene.page.locator('.known-entry').first()).toBeVisible();
    },
  },
  {
    name: 'today',
    async reach(scene) {
      await at('/today')(scene);
      await expect(scene.page.locator('.today-total').first()).toBeVisible();
    },
  },
  {
    name: 'teach',
    async reach(scene) {
      await call('D-9999')(scene);
      await siteSays(scene, { answerRules: [] }); // nothing is taught where the site reads the answer itself
      await scene.page.reload();
      await scene.page.getByRole('button', { name: /^Teach/ }).click();
      const panel = scene.page.getByRole('region', { name: 'What does this answer mean?' });
      await panel.getByText('Not done', { exact: true }).click();
      await panel.getByText('a piece of it', { exact: true }).click();
      await panel.getByRole('button', { name: 'unknown', exact: true }).click();
      await expect(panel.getByRole('button', { name: 'Keep this rule' })).toBeVisible();
    },
  },
  { name: 'call-unconfirmed', reach: (scene) => call(longCodeOf(scene))(scene) },
  {
    name: 'call-evidence',
    async reach({ page }) {
      await page.locator('.page-body > details > summary').click();
    },
  },
  { name: 'history', measures: true, reach: at('/queue?state=all') },
  { name: 'rescue', scans: true, reach: at('/rescue') },
  { name: 'diagnostics', ofWorker: true, reach: at('/diagnostics') },
  { name: 'set-up', reach: at('/set-up') },
  { name: 'settings', scans: true, reach: at('/settings') },
  { name: 'settings-scanner', scans: true, reach: at('/settings/scanner') },
  { name: 'settings-screen', scans: true, reach: at('/settings/screen') },
  { name: 'settings-supervisor', scans: true, reach: at('/settings/supervisor') },
  {
    name: 'settings-install',
    ofWorker: true,
    async reach(scene) {
      await at('/settings/supervisor')(scene);
      const section = scene.page.getByRole('region', { name: 'On the home screen' });
      await unfold(section);
      await section.evaluate((part) => part.scrollIntoView());
    },
  },
  {
    name: 'reset-open-calls',
    async reach(scene) {
      await at('/settings/supervisor')(scene);
      const section = scene.page.getByRole('region', { name: 'Reset this handheld' });
      await unfold(section);
      await expect(section.getByText(/still open/)).toBeVisible();
      await section.evaluate((panel) => panel.scrollIntoView({ block: 'end' }));
    },
  },
  {
    name: 'reset-asks',
    async reach(scene) {
      const { page } = scene;
      await at('/rescue')(scene);
      await page.getByRole('button', { name: 'All (JSON)' }).click();
      await expect(page.getByText(/scanline-export-/).first()).toBeVisible();
      await page.evaluate(moveTo, '/settings/supervisor');
      const section = page.getByRole('region', { name: 'Reset this handheld' });
      await unfold(section);
      await section.getByRole('button', { name: 'Reset this handheld' }).click();
      await expect(section.getByRole('button', { name: 'Reset now' })).toBeVisible();
      await section.evaluate((panel) => panel.scrollIntoView({ block: 'end' }));
    },
  },
  {
    name: 'taught-rules',
    async reach(scene) {
      await at('/settings/supervisor')(scene);
      const rules = scene.page.getByRole('region', { name: 'Rules of this handheld' });
      const buffer = Buffer.from(JSON.stringify({ answerRules: taught, codes: taughtCodes }));
      const file = { name: 'rules.json', mimeType: 'application/json', buffer };
      await unfold(rules);
      await rules.locator('input[type=file]').setInputFiles(file);
      await expect(rules.getByRole('button', { name: 'Remove' })).toHaveCount(taught.length + 1);
      await scene.page.reload(); // without the word that they were taken
      await unfold(rules);
      await expect(rules.getByRole('button', { name: 'Remove' })).toHaveCount(taught.length + 1);
      await rules.evaluate((section) => section.scrollIntoView());
    },
  },
  {
    name: 'pattern-proposed',
    async reach(scene) {
      const { page } = scene;
      await at('/tasks/revert-off')(scene);
      for (const delivery of ['D-1005', 'D-1006']) await scanPair(page, delivery, 'S-01-A');
      const offer = 'Deliveries look like D- and four digits';
      await page.evaluate(moveTo, '/settings');
      await page.getByRole('link', { name: offer }).click();
      const rules = page.getByRole('region', { name: 'Rules of this handheld' });
      await expect(rules.getByText(offer)).toBeVisible();
      await rules.evaluate((section) => section.scrollIntoView());
    },
  },
  {
    name: 'locked',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await noteLocked(scene, true);
      await scene.page.reload();
      await expect(scene.page.getByRole('heading', { name: 'Locked' })).toBeVisible();
    },
  },
  { name: 'scanner', scans: true, reach: at('/settings/calibration') },
  {
    name: 'supervisor-pin-needed',
    async reach(scene) {
      const { page } = scene;
      await at('/settings/supervisor')(scene);
      await unfold(page.getByRole('region', { name: 'Supervisor’s PIN' }));
      await page.getByLabel('New PIN').fill('2468');
      await page.getByRole('button', { name: 'Set the PIN' }).click();
      await expect(page.getByText('The PIN is set.')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Open for the supervisor' })).toBeVisible();
    },
  },
  {
    name: 'pin',
    async reach({ page }) {
      await page.getByRole('button', { name: 'Open for the supervisor' }).click();
      const dialog = page.getByRole('dialog', { name: 'Supervisor’s PIN' });
      await dialog.getByRole('textbox').fill('1111');
      await dialog.getByRole('button', { name: 'OK' }).click();
      await expect(dialog.getByText(/That is not the PIN/)).toBeVisible();
    },
  },
  {
    name: 'home-begun',
    async reach(scene) {
      const { page } = scene;
      await at('/tasks/batch')(scene);
      await burst(page, 'B-3001');
      await page.getByRole('button', { name: /^Check off: bags/ }).click();
      await readyToScan(page, 'Check off');
      await at('/tasks/bag')(scene);
      await burst(page, 'BAG-2001');
      await expect(page.getByRole('button', { name: '7', exact: true })).toBeVisible();
      await page.getByRole('button', { name: '7', exact: true }).click();
      await page.getByRole('link', { name: 'Home' }).click();
      const leave = page.getByRole('button', { name: 'Leave' });
      await expect(leave.or(page.locator('.tiles').first()).first()).toBeVisible();
      if (await leave.isVisible()) await leave.click();
      await forgetHeld(page);
      await expect(page.getByText('Begun: BAG-2001')).toBeVisible();
      await expect(page.locator('a.banner', { hasText: 'Check off' })).toBeVisible();
    },
  },
  {
    name: 'offline',
    async reach(scene) {
      await at('/tasks/revert-off')(scene);
      await scene.gateway.stop();
      await burst(scene.page, 'D-1010');
      await burst(scene.page, 'S-03-A');
      await expect(scene.page.getByText(/Offline/).first()).toBeVisible();
    },
  },
  {
    name: 'sign-in',
    ofWorker: true, // the gateway is away
    async reach(scene) {
      await at('/settings')(scene);
      await signOut(scene.page);
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

/** Screens where a part of the walk begins: each part is walked by itself, so that the tests' processes share them. */
const starts = ['first-start', 'revert-empty', 'task-transfer', 'answer-fields', 'operations', 'rescue', 'scanner'];

/** Every screen, in parts, in order. */
export const parts: readonly (readonly ScreenState[])[] = starts.map((name, index) => {
  const from = screens.findIndex((screen) => screen.name === name);
  const to = screens.findIndex((screen) => screen.name === starts[index + 1]);
  return screens.slice(from, to < 0 ? undefined : to);
});

/** Reaches these screens one after the other, and looks at each in each language: English last, as the next is reached in it. */
export async function walk(
  scene: Scene,
  part: readonly ScreenState[],
  languages: readonly Language[],
  look: (screen: ScreenState, language: Language) => Promise<void>,
): Promise<void> {
  await openFirst(scene);
  let isSet = false;
  for (const screen of part) {
    if (screen.isFirst !== true && !isSet) {
      await setScene(scene);
      isSet = true;
    }
    await screen.reach(scene);
    for (const language of languages) {
      if (languages.length > 1) await speakOn(scene, screen, language);
      await look(screen, language);
    }
  }
}

/** The names of one screen of each kind. */
export const oneOfEachKind =
  /^(first-start|home|revert-half|revert-typing|revert-saved|bag|bag-unknown|answer-fields|label-printed|task-shelf|task-weight|operation|queue|call-refused|history|settings|diagnostics|scanner|sign-in)$/;

/** Opens an address anew and waits until it would take a scan. */
function at(path: string): ScreenState['reach'] {
  return async (scene) => {
    const { page, gateway } = scene;
    await blockStorage(scene, false);
    await noteLocked(scene, false);
    await siteKnowsCodes(scene, undefined);
    await noteHeard(scene, 1_000); // all that was saved: else the notice stands over every screen
    await page.goto(gateway.origin + path);
    await page.locator('.page').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    if (await page.locator('[data-scan-sink]').count()) await readyToScan(page);
  };
}

/** Opens home where the site names what its codes look like, and scans one. */
async function routed(scene: Scene, code: string): Promise<void> {
  await at('/')(scene);
  await siteKnowsCodes(scene, codes);
  await scene.page.reload();
  await readyToScan(scene.page);
  await forgetHeld(scene.page);
  await burst(scene.page, code);
}

/** At home: what was scanned before and taken by no task would be the next task's. */
async function forgetHeld(page: Page): Promise<void> {
  await page.locator('.way').first().waitFor();
  const forget = page.getByRole('button', { name: 'Nothing: forget it' });
  while (await forget.count()) await forget.click();
}

/** A task whose scan was answered with a text that has this part. */
function asked(task: string, code: string, part: string): ScreenState['reach'] {
  return async (scene) => {
    await at(`/tasks/${task}`)(scene);
    await burst(scene.page, code);
    await expect(answer(scene.page)).toContainText(part);
  };
}

function answer(page: Page) {
  return page.getByRole('region', { name: 'The service says' });
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
