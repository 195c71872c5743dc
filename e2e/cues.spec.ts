import type { Page } from '@playwright/test';
import {
  openRevertOff,
  readyToScan,
  startWithDemo,
  unfold,
  openAtRevertOff,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

interface Heard {
  readonly tones: readonly number[];
  readonly vibration: readonly number[];
}

/** Runs in the page: writes down each signal as its tones and its vibration. */
function listen(): void {
  const heard: Heard[] = [];
  let tones: number[] = [];
  Object.assign(globalThis, { heard });
  navigator.vibrate = (pattern) => {
    heard.push({ tones, vibration: [pattern].flat() as number[] });
    tones = [];
    return true;
  };
  const node = () => ({
    frequency: { value: 0 },
    gain: { setValueAtTime() {}, setTargetAtTime() {} },
    connect: (to: unknown) => to,
    start(this: { frequency: { value: number } }) {
      tones.push(this.frequency.value);
    },
    stop() {},
  });
  Object.assign(globalThis, {
    AudioContext: class {
      state = 'running';
      currentTime = 0;
      createOscillator = node;
      createGain = node;
    },
  });
}

const heardBy = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => structuredClone((globalThis as unknown as { heard: Heard[] }).heard));
const vibrations = async (page: Page): Promise<string[]> =>
  (await heardBy(page)).map(({ vibration }) => vibration.join());
const shapeIn = (page: Page, part: string): Promise<string | null> =>
  page.locator(part).first().locator('svg path').first().getAttribute('d');
const scan = (page: Page, text: string): Promise<void> => burst(page, text);

/** The patterns of src/device/cues.ts, written here a second time on purpose: hands have learned them. */
const felt = {
  step: '25',
  found: '35,30,90',
  saved: '60',
  repeat: '30,100,30',
  wrong: '250,100,250',
  asked: '30,100,180',
  accepted: '130',
  refused: '400,100,120',
  unclassified: '70,100,70',
  queue: '90,100,90,100,90',
};

test('what sound needs is made before the first scan, whose keys would wait for it', async ({ handheld, gateway }) => {
  const page = await openWithDemo(handheld, gateway);
  await page.addInitScript(() => {
    const Made = AudioContext;
    Object.assign(globalThis, {
      made: 0,
      AudioContext: class extends Made {
        constructor() {
          super();
          (globalThis as unknown as { made: number }).made += 1;
        }
      },
    });
  });
  await openRevertOff(page, gateway);
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { made: number }).made)).toBe(1);
  await scan(page, 'D-1001');
  await expect(page.locator('.said')).toContainText('Scanned');
  expect(await page.evaluate(() => (globalThis as unknown as { made: number }).made)).toBe(1);
});

test('every outcome has its own tone, vibration, shape and word; a refusal stops nobody and stays marked; one may be muted @promise', async ({
  handheld,
  gateway,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(listen);
  await startAtRevertOff(page, gateway);
  const shapes: Record<string, string | null> = {};
  const said = page.locator('.said');
  const rows = page.locator('.list .row');

  await scan(page, 'D-1001');
  await expect(said).toContainText('Scanned');
  shapes['step'] = await shapeIn(page, '.said');
  let answerNow: () => void = () => undefined;
  const isToAnswer = new Promise<void>((resolve) => (answerNow = resolve));
  await page.route('**/PDAAPIV1.asmx/RevertOff', async (route) => {
    await isToAnswer; // an answer within the frame that shows "Saved" takes its place
    await route.continue();
  });
  await scan(page, 'S-01-A');
  await expect(said).toContainText('Saved');
  shapes['saved'] = await shapeIn(page, '.said');
  answerNow();
  await expect(rows.first()).toContainText('Done');
  await page.unroute('**/PDAAPIV1.asmx/RevertOff');
  shapes['accepted'] = await shapeIn(page, '.list .row .state');
  await expect.poll(() => vibrations(page)).toEqual([felt.step, felt.saved, felt.accepted]);

  await scan(page, 'D-1002');
  await scan(page, 'D-1002');
  await expect(said).toContainText('Attention');
  shapes['repeat'] = await shapeIn(page, '.said');
  await scan(page, 'S-99-Z');
  await expect(rows.first()).toContainText('Not done');
  shapes['refused'] = await shapeIn(page, '.list .row .state');
  await expect.poll(async () => (await vibrations(page)).at(-1)).toBe(felt.refused);
  await scan(page, 'D-1003'); // at once, nothing is pressed first
  await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible();
  await expect(said).toContainText('D-1003');

  await page.route('**/PDAAPIV1.asmx/RevertOff', (route) =>
    route.fulfill({ contentType: 'text/xml; charset=utf-8', body: '<string xmlns="http://tempuri.org/">Hm.</string>' }),
  );
  await scan(page, 'S-01-B');
  await expect(rows.first()).toContainText('Not understood');
  shapes['unclassified'] = await shapeIn(page, '.list .row .state');
  await expect.poll(async () => (await vibrations(page)).at(-1)).toBe(felt.unclassified);
  await page.unroute('**/PDAAPIV1.asmx/RevertOff');
  await page.keyboard.press('Enter');
  await expect(said).toContainText('Stop');
  shapes['wrong'] = await shapeIn(page, '.said');
  expect(new Set(Object.values(shapes)).size).toBe(Object.keys(shapes).length);

  // the header keeps the refusal until it was looked at, in one line of 360 px
  const refused = page.locator('.status-cell', { hasText: 'Not done' });
  await expect(refused).toContainText('1');
  await expect(page.locator('a.status')).toContainText('need');
  await expect(page.locator('header.top')).toContainText(/Online · heard just now/);
  await page.locator('a.status').click();
  await page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('link', { name: /S-99-Z/ })
    .click();
  const answer = page.getByRole('region', { name: 'Answer of the service' });
  await expect(answer.getByText('The shelf is unknown')).toBeVisible();
  await answer.getByText('All that the service said').click(); // its own words are a tap away
  await expect(answer.getByText('ERR: shelf S-99-Z is unknown')).toBeVisible();
  await expect(refused).toContainText('0');

  // each can be tried, and none is like another
  await page.goto(`${gateway.origin}/settings/scanner`);
  const before = (await heardBy(page)).length;
  await unfold(page.getByRole('region', { name: 'Each signal' }));
  const tries = page.getByRole('button', { name: /^Try: / });
  await expect(tries).toHaveCount(10);
  const heard = async () => (await heardBy(page)).slice(before);
  for (const [index, button] of (await tries.all()).entries()) {
    await button.click();
    await expect.poll(async () => (await heard()).length).toBe(index + 1);
  }
  const tried = await heard();
  expect(tried.map(({ vibration }) => vibration.join()).sort()).toEqual(Object.values(felt).sort());
  expect(new Set(tried.map(({ tones }) => tones.join())).size).toBe(10);
  expect(Math.min(...tried.map(({ tones }) => tones.length))).toBeGreaterThan(0);

  const accepted = page.locator('.cue', { hasText: /Done/ });
  await accepted.locator('.switch').click();
  await expect(accepted.getByRole('switch')).not.toBeChecked();
  await openRevertOff(page, gateway);
  await scan(page, 'D-1004');
  await scan(page, 'S-01-A');
  await expect(rows.first()).toContainText('Done');
  await scan(page, 'D-1005');
  await expect(said).toContainText('D-1005');
  expect(await vibrations(page)).toEqual([felt.step, felt.saved, felt.step]);
});

test('a scan that only searches the queue is taken nowhere, and its signal does not say so', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(listen);
  await startWithDemo(page, gateway);
  await readyToScan(page);
  await page.locator('header a[href="/queue"]').click();
  await expect(page.getByRole('button', { name: 'Find a code or value' })).toBeVisible();
  await scan(page, 'D-1001');
  await expect(page.getByRole('searchbox')).toHaveValue('D-1001');
  await expect.poll(() => vibrations(page)).toEqual([felt.repeat]);
});

test('what stops scans is what the bar says: over a dialog it is not ready and takes nothing, and loses nothing', async ({
  handheld,
  gateway,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  const bar = page.locator('.hero');
  await expect(bar).toHaveAttribute('data-ready', 'true');
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.append(document.createElement('button'));
    document.body.append(dialog);
    dialog.showModal();
  });
  await expect(bar).toHaveAttribute('data-ready', 'false');
  await scan(page, 'D-1001');
  await expect(page.getByRole('heading', { name: /Scan the delivery/, includeHidden: true })).toBeVisible();
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    dialog?.close();
    dialog?.remove();
  });
  await expect(bar).toContainText('Answer below first'); // it is asked about
  await expect(bar).toHaveAttribute('data-ready', 'false');
  await page.getByRole('button', { name: 'It is the delivery' }).click();
  await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible();
  await expect(bar).toHaveAttribute('data-ready', 'true');
});
