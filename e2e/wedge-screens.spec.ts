import type { Page } from '@playwright/test';
import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  startWithDemo,
  unfold,
  openAtRevertOff,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import { scansOnDisk } from './rig/early.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst, injectText, pull } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

/** Screens on which a scan is taken, or held. */
const scanScreens = [
  { name: 'home', path: '/' },
  { name: 'the queue', path: '/queue' },
  { name: 'all calls', path: '/queue?state=all' },
  { name: 'diagnostics', path: '/diagnostics' },
  { name: 'export or hand over', path: '/rescue' },
  { name: 'settings', path: '/settings' },
  { name: 'settings of the scanner', path: '/settings/scanner' },
  { name: 'settings of the supervisor', path: '/settings/supervisor' },
  { name: 'all operations', path: '/operations' },
  { name: 'an operation', path: '/operations/OrderCodeExStorage' },
  ...[
    'revert-off',
    'bag',
    'batch',
    'transfer',
    'weight',
    'transport-order',
    'external-code',
    'shelf',
    'domestic-code',
    'scanning-list',
    'images',
    'countries',
    'report',
    'paint-marker',
    'print-cn',
    'print-kjy',
  ].map((id) => ({ name: id, path: `/tasks/${id}` })),
];

/**
 * Makes the disk slow where the page says so: the end of each write is heard `slowMs` later, as if it took so long.
 * No product code: it stands between the page and its database.
 */
function slowDisk(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { addEventListener: listen } = EventTarget.prototype;
    IDBTransaction.prototype.addEventListener = function (type: string, listener: unknown, options?: unknown) {
      const late = (event: Event): void => {
        const { slowMs } = globalThis as { slowMs?: number };
        const isWrite = this.mode === 'readwrite' && this.objectStoreNames.contains('calls');
        const tell = (): void => (listener as (heard: Event) => void).call(this, event);
        if (slowMs !== undefined && isWrite) setTimeout(tell, slowMs);
        else tell();
      };
      const heard = type === 'complete' && typeof listener === 'function' ? late : listener;
      listen.call(this, type, heard as EventListener, options as AddEventListenerOptions);
    };
  });
}

/** Notes every focus that a tap's own handler gives to a sink: Chrome shows the soft keyboard for it. */
function watchFocus(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const focus = HTMLElement.prototype.focus;
    HTMLElement.prototype.focus = function (...parameters) {
      const during = window.event?.type ?? '';
      const isTap = /^(?:click|mouse|pointer|touch)/.test(during) && this.inputMode === 'none';
      const seen = globalThis as { tapped?: string[] };
      if (isTap) (seen.tapped ??= []).push(during);
      return focus.apply(this, parameters);
    };
  });
}

/** Puts the focus on the first of these that is seen. @returns whether there is one. */
function focusOn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const found = [...document.querySelectorAll<HTMLElement>(wanted)].find((element) => element.checkVisibility());
    found?.focus();
    return found !== undefined;
  }, selector);
}

/** Waits until a code is on the screen, in a field that takes scans, in a draft or held for a task, or in a call on the disk: it is not lost. */
async function expectNotLost(page: Page, code: string, where: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const isSeen = await page.evaluate((text) => {
          const kept = Object.values(localStorage).join(' ');
          const fields = [...document.querySelectorAll('input')].map(({ value }) => value).join(' ');
          return `${document.getElementById('root')?.textContent} ${kept} ${fields}`.includes(text);
        }, code);
        return isSeen || (await scansOnDisk(page)).includes(code);
      },
      { message: `${code}, scanned ${where}` },
    )
    .toBe(true);
}

const places = {
  'on a link': 'a[href]',
  'on a button': '.page button',
  'in a field': '.page .input:not([type=password])', // the key's takes a scan for a key
  'on what scrolls': '.page-body',
} as const;

/** Opens an address as a person does who came from another one: there is a way back. */
async function comeTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('.page').waitFor();
  await expect(page.locator(':focus')).toHaveAttribute('inputmode', 'none');
}

/** A tap beside everything brings the focus back to a sink, and not in the tap's own handler. */
async function expectQuietTap(page: Page): Promise<void> {
  await page.locator('.page-body').click({ position: { x: 3, y: 3 } });
  await expect(page.locator(':focus')).toHaveAttribute('inputmode', 'none');
  expect(await page.evaluate(() => (globalThis as { tapped?: string[] }).tapped)).toBeUndefined();
}

test('F C1, C2: on every screen the sink asks for no soft keyboard, and no scan is lost wherever the focus is', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await watchFocus(page);
  await startWithDemo(page, gateway);
  const height = await page.evaluate(() => visualViewport?.height);
  let count = 0;
  async function scan(where: string, isText = false): Promise<void> {
    count += 1;
    const code = `X${4_000 + count}`;
    await (isText ? injectText(page, `${code}\n`) : burst(page, code));
    await expectNotLost(page, code, where);
  }
  for (const { name, path } of scanScreens) {
    await comeTo(page, gateway.origin + path);
    await scan(`on ${name}`, true);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await scan(`on ${name}, the focus nowhere`);
    for (const [where, selector] of Object.entries(places)) {
      if (await focusOn(page, selector)) await scan(`on ${name}, the focus ${where}`);
    }
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expectQuietTap(page);
    await scan(`on ${name}, after a tap beside everything`);
    expect(await page.evaluate(() => visualViewport?.height)).toBe(height);
  }
  await comeTo(page, `${gateway.origin}/settings/calibration`); // it takes its own code only
  await expectQuietTap(page);
});

test('F C2: after a panel, a tab to another screen and the way back the next scan is taken', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.getByRole('link', { name: /back on shelf/i }).click();
  await readyToScan(page, 'Back on shelf');
  const fired: string[] = [];
  async function scanTwo(): Promise<void> {
    const [delivery, shelf] = [`D-${5000 + fired.length}`, `S-${5001 + fired.length}`];
    await burst(page, delivery);
    await burst(page, shelf);
    fired.push(delivery, shelf);
    await expect.poll(() => scansOnDisk(page)).toEqual(fired);
  }
  await scanTwo();
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Type', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await scanTwo();
  }
  const toQueue = page.locator('a.status');
  await toQueue.click();
  await expect(page.getByRole('heading', { name: 'Queue', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
  await scanTwo();
  for (const link of [page.getByRole('link', { name: 'Home', exact: true }), toQueue]) {
    await link.focus();
    await scanTwo();
  }
  for (const name of ['Type', 'Camera']) {
    await page.getByRole('button', { name, exact: true }).focus();
    await scanTwo();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Scanline' })).toBeVisible();
  await burst(page, 'D-7000');
  await expectNotLost(page, 'D-7000', 'at home, after the way back');
});

test('F C5: fifty bursts, as soon as a hand may pull again, while every write to the disk takes 2 s, are fifty rows in order @night', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await slowDisk(page);
  await startAtRevertOff(page, gateway);
  await page.getByRole('button', { name: 'Same shelf for all' }).click();
  await scanPair(page, 'S-01-A', 'D-5999');
  await expect.poll(() => scansOnDisk(page)).toContain('D-5999');
  await page.evaluate(() => Object.assign(globalThis, { slowMs: 2_000 }));
  const codes = Array.from({ length: 50 }, (_, index) => `D-${6000 + index}`);
  for (const code of codes) await burst(page, code);
  const inTime = (await scansOnDisk(page)).filter((text) => text.startsWith('D-60'));
  expect(inTime.length).toBeLessThan(40); // most of them still wait for the disk: it was slow indeed
  await page.evaluate(() => Object.assign(globalThis, { slowMs: undefined }));
  await expect
    .poll(async () => (await scansOnDisk(page)).filter((text) => text.startsWith('D-60')), { timeout: 30_000 })
    .toEqual(codes);
});

test('F C7: a pull with an Enter inside saves nothing that stands: its call is taken back, and all of it is told @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await page.context().setOffline(true);
  await burst(page, 'D-1003');
  await pull(page, 'S-01\rB-7\r');
  const alert = page.getByRole('alert').filter({ hasText: 'One pull of the trigger' });
  await expect(alert).toContainText('S-01 · B-7');
  await expect(alert).toContainText('D-1003 → S-01 is taken back');
  await expect(page.getByText(/Let the scanner replace or leave out control characters/)).toBeVisible();
  await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible();
  await expectRows(page, { cancelled: 1 });
  await page.context().setOffline(false);
  await burst(page, 'S-01-B');
  await expectRows(page, { answered: 1, cancelled: 1 });
  expect((await gateway.executions()).map(({ parameters }) => Object.fromEntries(parameters))).toMatchObject([
    { deliveryCode: 'D-1003', storeCode: 'S-01-B' },
  ]);
});

test('F C7: a pull with an Enter inside whose call has left is told so, and its rest makes none', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await burst(page, 'D-1003');
  await pull(page, 'S-01-A\rD-1004\rS-02-A\r');
  await expect(page.getByRole('alert').filter({ hasText: 'D-1004 · S-02-A' })).toContainText(
    /is taken back|had left already/,
  );
  expect((await scansOnDisk(page)).filter((text) => text !== 'D-1003' && text !== 'S-01-A')).toEqual([]);
});

test('F C7: of a scanner’s whole memory at once, a pair that had left before is said to have left, and nothing of it is in hand or asked about @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await page.evaluate(() => {
    const note = ({ timeStamp }: KeyboardEvent): void =>
      void Object.assign(globalThis, { keyAt: performance.timeOrigin + timeStamp });
    document.addEventListener('keydown', note, true);
  });
  const soon = (): Promise<number> => page.evaluate(() => (globalThis as unknown as { keyAt: number }).keyAt + 170);
  await burst(page, 'D-1002');
  await pull(page, 'S-02-A\r', await soon()); // its pause was longer than a key gap
  await expectRows(page, { answered: 1 });
  await pull(page, Array.from({ length: 28 }, (_, index) => `D-2${index}\r`).join(''), await soon());
  const band = page.getByRole('alert').filter({ hasText: 'brought several codes' });
  await expect(band).toContainText('D-1002 → S-02-A had left already');
  await expect(band).not.toContainText('Nothing of it is taken');
  await expect(page.getByRole('button', { name: /save (it )?again/i })).toHaveCount(0);
  await expectRows(page, { answered: 1 });
  await expect(async () => {
    await burst(page, 'D-1003'); // sooner than a hand may pull again it is of the same memory
    await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('F C7: a pull with an Enter inside is no scan at home, nor in a field that takes scans', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await pull(page, 'PN:7781\rQTY:5\r');
  await expect(page.getByText(/Let the scanner replace or leave out control characters/)).toBeVisible();
  await expect(page.getByText('PN:7781')).toHaveCount(0);
  await page.goto(`${gateway.origin}/queue`);
  await page.getByRole('button', { name: 'Find a code or value' }).click();
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await pull(page, 'PN:7781\rQTY:5\r');
  await expect(search).toHaveValue('');
});

test('F C8: ten blank Enters make no call and ask nothing of the service', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('Enter');
  await expect(page.getByText('That was an empty scan')).toBeVisible();
  await expectRows(page, {});
  expect(await gateway.executions()).toEqual([]);
});

test('F C9, C10: with the focus on “Complete BAG-2001” or in the weight, a burst with Enter is a scan and nothing else @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await page.getByLabel('Weight').fill('1.5');
  await page.getByRole('button', { name: /^Complete / }).focus();
  await burst(page, 'BAG-2002');
  await expect(page.getByText(/BAG-2002 was scanned/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Stay with BAG-2001' }).click();
  await page.getByLabel('Weight').focus();
  await burst(page, 'BAG-2003', { terminator: 'Tab' });
  await expect(page.getByText(/BAG-2003 was scanned/).first()).toBeVisible();
  await expect(page.getByLabel('Weight')).toHaveValue('1.5');
  await expectRows(page, {});
});

test('a code that was scanned on a screen without a task fills no step of the next one: it is asked about, or forgotten', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await burst(page, 'D-1041');
  await expect(page.getByText(/D-1041 was scanned/)).toBeVisible();
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 3 * 60_000; // that time alone: a made clock begins the one anew by which two codes are of one pull
  });
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: /back on shelf/i }).click();
  const offered = page.locator('.band', { hasText: 'D-1041 was scanned. What is it?' });
  await expect(offered).toContainText('3 min ago');
  await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeInViewport();
  for (const code of ['D-1001', 'S-01-A']) await burst(page, code);
  await expect(offered).toContainText('S-01-A is not used');
  await page.getByRole('button', { name: 'Nothing: forget it' }).click();
  await expect(offered).toBeHidden();
  for (const code of ['D-1001', 'S-01-A']) await burst(page, code);
  await expectRows(page, { answered: 1 });
  expect((await gateway.executions()).map(({ parameters }) => Object.fromEntries(parameters))).toMatchObject([
    { deliveryCode: 'D-1001', storeCode: 'S-01-A' },
  ]);
  await page.reload();
  await readyToScan(page);
  await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
  await expect(page.getByText(/D-1041/)).toHaveCount(0);
});

test('a scan in the settings sets neither the access key nor the supervisor’s PIN', async ({ gateway, handheld }) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/settings/supervisor`);
  await unfold(page.getByRole('region', { name: 'Supervisor’s PIN' }));
  await page.getByLabel('New PIN').focus();
  await burst(page, '4006381333931');
  await expect(page.getByLabel('New PIN')).toHaveValue('');
  await page.getByLabel('New access key').focus();
  await burst(page, 'D-1021');
  await expect(page.getByLabel('New access key')).toHaveValue('D-1021'); // a key may be a code: it waits for a tap
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('.panel')).toContainText('4006381333931'); // nowhere else either: kept, as any scan
  await page.getByRole('button', { name: 'Nothing: forget it' }).click();
  await page.goto(`${gateway.origin}/settings/supervisor`);
  await expect(page.getByText(/No PIN is set/)).toHaveCount(1);
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 }); // by the key of before
});

test('a scan in the search of the queue takes the place of the one before; held codes are counted on every screen, and stand on the sheet of who signs out', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/queue`);
  await page.getByRole('button', { name: 'Find a code or value' }).click();
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await burst(page, 'D-1006');
  await expect(search).toHaveValue('D-1006');
  await burst(page, 'D-1005');
  await expect(search).toHaveValue('D-1005');
  await page.goto(`${gateway.origin}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  for (const code of ['D-1007', 'D-1008', 'D-1009']) await burst(page, code);
  await expect(page.locator('.page-notes')).toContainText('D-1007 was scanned. What is it for? 2 more codes after it.');
  await page.getByRole('button', { name: 'Sign out' }).click(); // it is asked first
  const sheet = page.getByRole('region', { name: 'What Ada Moreno (7) leaves open' });
  await expect(sheet).toContainText('3 scans that no task has taken');
  await expect(sheet.getByRole('list', { name: 'Scans not taken' }).getByRole('listitem')).toHaveText([
    'D-1007',
    'D-1008',
    'D-1009',
  ]);
});
