import type { Page } from '@playwright/test';
import { standinSite } from '#standin/site.ts';
import {
  expectRows,
  openRevertOff,
  readyToScan as readyAfterStart,
  scanPair,
  signInAs,
  signOut as tapSignOut,
  unfold,
  openAtRevertOff,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { readKept } from './rig/inPage.ts';
import { expect, inMemory, test as onDisk, online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** PBKDF2 of `2468` with this salt and so many rounds. */
const supervisorPin = {
  salt: 'c2NhbmxpbmUtc2FsdC0wMQ==',
  iterations: 1000,
  hash: 'pA+F0/zVB7/73/FA4GgGSP+3rvtU+kojLtSx+tT5QEo=',
};

/** A gateway whose site says more than the stand-in's. */
async function withSite(more: object, use: (gateway: Gateway) => Promise<void>): Promise<void> {
  const gateway = await createGateway();
  await gateway.configure({ ...standinSite, ...more });
  try {
    await gateway.start();
    await use(gateway);
  } finally {
    await gateway.remove();
  }
}

async function signOut(page: Page, gateway: Gateway): Promise<void> {
  await page.goto(`${gateway.origin}/settings`);
  await tapSignOut(page);
  await readyToScan(page);
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByLabel('Your id').fill(text);
  await page.getByRole('button', { name: 'OK' }).click();
}

const prompt = (page: Page) => page.locator('.prompt:visible');

/** Waits until the screen takes scans: what lies under the lock has a sink of its own. */
async function readyToScan(page: Page): Promise<void> {
  await expect(page.locator('[data-scan-sink]:visible')).toBeFocused();
}

inMemory(
  'a badge signs in, also offline; what the worker before left is seen, stays his, and is sent as his @promise',
  async ({ gateway, handheld }) => {
    const page = await openWithDemo(handheld, gateway);
    await expect(page.locator('.hero')).toContainText('Ada Moreno (7)');
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-9999', 'S-01-A'); // the service refuses it, and nobody looks at it
    await expect(page.locator('.status')).toContainText('1 Not done');
    await gateway.stop();
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { answered: 1, waiting: 1 });
    await burst(page, 'D-1002');
    await expect(prompt(page)).toHaveText(/shelf/);

    await signOut(page, gateway);
    const sheet = page.getByRole('region', { name: 'What Ada Moreno (7) leaves open' });
    await expect(sheet).toContainText('D-1001');
    await expect(sheet).toContainText('1 task begun');
    await expect(sheet.getByRole('list', { name: 'Tasks begun' })).toHaveText(/Back on shelf\s*D-1002/);
    const refused = sheet.getByRole('list', { name: 'Not done: look at these' });
    await expect(refused).toContainText('D-9999');
    await burst(page, 'D-1003');
    await expect(page.getByRole('alert').filter({ hasText: '“D-1003” is no badge' })).toBeVisible();
    await type(page, 'W-008'); // a badge is not typed
    await expect(page.getByRole('alert').filter({ hasText: '“W-008” is no badge' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await readyToScan(page);
    await burst(page, 'W-008');
    await burst(page, 'W-008'); // the same trigger again is no task's code

    await expect(page.getByRole('heading', { name: 'Hand-over' })).toBeVisible();
    await expect(sheet).toContainText('D-1001');
    await expect(refused).toContainText('D-9999');
    await expect(page.getByText('Signed in: Li Wei (8)')).toBeVisible();
    await expect(page.locator('.banner-next')).toBeHidden();
    await page.getByRole('link', { name: 'Start work' }).click();
    await page
      .locator('.ways')
      .getByRole('link', { name: /back on shelf/i })
      .click();
    await expect(prompt(page)).toHaveText(/delivery/); // what 7 had begun is not 8's
    await readyToScan(page);
    await scanPair(page, 'D-1004', 'S-02-A');
    await expectRows(page, { answered: 1, waiting: 2 });
    await gateway.start();
    await expectRows(page, { answered: 3 });
    const calls = (await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters));
    expect(calls.map(({ userID, deliveryCode }) => [userID, deliveryCode])).toEqual([
      ['7', 'D-9999'],
      ['7', 'D-1001'],
      ['8', 'D-1004'],
    ]);
    await page.locator('.status').click();
    const row = (code: string) => page.getByRole('listitem').filter({ hasText: code }).first();
    await expect(row('D-9999')).toContainText('Ada Moreno (7)');
    await expect(row('D-1004')).toContainText('Back on shelf ·');

    await signOut(page, gateway);
    await type(page, '7');
    await page.getByRole('link', { name: /back on shelf.*D-1002/i }).click();
    await expect(prompt(page)).toHaveText(/shelf/);
  },
);

test('a badge of two digits is scanned where a badge is asked for, and is no code in a task @promise', async ({
  handheld,
}) => {
  const workers = [
    { userId: '7', name: 'Ada Moreno', badge: 'W-007' },
    { userId: '8', name: 'Li Wei', badge: '42' },
  ];
  await withSite({ workers }, async (gateway) => {
    const page = await openAtRevertOff(handheld, gateway);
    await burst(page, '42');
    await expect(page.locator('.hero')).not.toContainText('42');
    await signOut(page, gateway);
    await readyAfterStart(page); // of two keys in the first moment nobody knows whether they are all
    await burst(page, '42');
    await expect(prompt(page)).not.toHaveText('Scan your badge');
    await page.goto(`${gateway.origin}/settings`);
    await expect(page.getByText('Signed in: Li Wei (8)')).toBeVisible();
  });
});

test('what is left open is shown before the sign-out, and its red is no next worker’s to clear unawares', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-9999', 'S-01-A');
  await expect(page.locator('.status')).toContainText('1 Not done');
  await page.goto(`${gateway.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('region', { name: 'What Ada Moreno (7) leaves open' })).toContainText('D-9999');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(page.getByText('Signed in: Ada Moreno (7)')).toBeVisible();
  await signOut(page, gateway);
  await type(page, '8');
  const sheet = page.getByRole('region', { name: 'What Ada Moreno (7) leaves open' });
  await sheet.getByRole('link', { name: /D-9999/ }).click();
  await expect(page.getByRole('heading', { name: 'Call #1' })).toBeVisible();
  await page.locator('.status').click();
  await expect(page.locator('.status')).toContainText('1 needs Ada Moreno (7)'); // a look of another one's is none
  await expect(page.getByRole('button', { name: 'I have looked at these (1)', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'I have looked at these (1) for Ada Moreno (7)' }).click();
  await expect(page.locator('.status')).not.toContainText('Ada Moreno');
});

test('without a sign of life the handheld locks over the task; the same badge goes on where it was', async ({
  handheld,
}) => {
  await withSite({ idleLockMinutes: 5 }, async (gateway) => {
    const { page } = await handheld.open();
    await installClock(page);
    await startAtRevertOff(page, gateway);
    await burst(page, 'D-1001');
    await expect(prompt(page)).toHaveText(/shelf/);
    await page.clock.fastForward('04:30');
    await expect(prompt(page)).toHaveText(/shelf/);
    const locked = page.getByRole('heading', { name: 'Locked' });
    await expect(async () => {
      await page.clock.fastForward('05:00'); // the end of the scan may be heard only now
      await expect(locked).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await readyToScan(page);
    await burst(page, 'S-01-A');
    await expect(page.getByRole('alert').filter({ hasText: '“S-01-A” is no badge' })).toBeVisible();
    await page.clock.setSystemTime(Date.now() - 3_600_000);
    await page.reload();
    await expect(locked).toBeVisible();
    await readyToScan(page);
    await burst(page, 'W-007');
    await expect(prompt(page)).toHaveText(/shelf/);
    await readyToScan(page);
    await burst(page, 'S-01-A');
    await expectRows(page, { answered: 1 });

    await burst(page, 'D-1002');
    await expect(prompt(page)).toHaveText(/shelf/);
    await page.clock.fastForward('06:00');
    await expect(locked).toBeVisible();
    await readyToScan(page);
    await burst(page, 'W-009');
    await expect(page.getByRole('region', { name: 'What Ada Moreno (7) leaves open' })).toContainText('1 task begun');
    await page.goto(`${gateway.origin}/tasks/revert-off`);
    await expect(prompt(page)).toHaveText(/delivery/);
  });
});

onDisk(
  'after a crash the icon leads back to the interrupted step; who went home on purpose is home',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startAtRevertOff(first.page, gateway);
    await burst(first.page, 'D-1001');
    await expect(prompt(first.page)).toHaveText(/shelf/);
    await handheld.kill();
    const { page } = await handheld.open();
    await page.goto(gateway.origin);
    await expect(prompt(page)).toHaveText(/shelf/);
    await expect(page.getByText('D-1001').first()).toBeVisible();
    await page.goto(`${gateway.origin}/queue`);
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('link', { name: /back on shelf.*D-1001/i })).toBeVisible();
    await expect.poll(() => page.evaluate(readKept, 'half')).not.toHaveProperty('path', '/tasks/revert-off');
    await page.goto(gateway.origin);
    await expect(page.getByRole('link', { name: /back on shelf.*D-1001/i })).toBeVisible();

    await openRevertOff(page, gateway);
    await page.getByRole('button', { name: 'Same shelf for all' }).click();
    for (const code of ['S-02-B', 'D-1002']) await burst(page, code);
    await expectRows(page, { answered: 2 });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Back on shelf → S-02-B' }).click();
    await readyToScan(page);
    await burst(page, 'D-1003');
    await expectRows(page, { answered: 3 });
    await page.reload(); // nobody need remember it
    const yes = page.getByRole('button', { name: 'Yes, still S-02-B' });
    await expect(yes).toBeVisible(); // a scan before that is one while the app starts
    await burst(page, 'D-1004');
    await expect(page.locator('.hero')).toHaveAttribute('data-ready', 'false');
    await yes.click();
    await expectRows(page, { answered: 4 });
    await signInAs(page, gateway, '7'); // a shelf is kept for a shift, not for whoever comes
    await openRevertOff(page, gateway);
    await expect(page.getByRole('button', { name: 'Same shelf for all' })).toBeVisible();
  },
);

test('the key, the settings and a discard need the PIN; five wrong ones lock it, over a reload and any clock @promise', async ({
  handheld,
}) => {
  await withSite({ supervisorPin }, async (gateway) => {
    const { page } = await handheld.open();
    await installClock(page);
    await startAtRevertOff(page, gateway);
    await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { unconfirmed: 1 });
    await page.goto(`${gateway.origin}/queue/1`);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByLabel('By mistake').check();
    await page.getByRole('button', { name: 'Give up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Supervisor’s PIN' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectRows(page, { unconfirmed: 1 });

    await page.goto(`${gateway.origin}/queue`);
    const hold = page.getByRole('switch', { name: 'Hold sending' });
    await expect(page.getByText('D-1001 is NOT on S-01-A now.')).toBeVisible(); // it moves what is under it as it comes
    await page.locator('.switch', { hasText: 'Hold sending' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(hold).not.toBeChecked();

    await page.goto(`${gateway.origin}/settings/supervisor`);
    await unfold(page.getByRole('region', { name: 'Faults for training' }));
    await page.getByRole('button', { name: 'Order it' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Nothing is ordered.')).toBeVisible();
    await expect(page.getByLabel('New access key')).toHaveCount(0);
    await expect(page.getByRole('form', { name: 'Warehouse and key' })).toHaveCount(0);
    await page.goto(`${gateway.origin}/settings/scanner`);
    await expect(page.getByRole('button', { name: 'Open for the supervisor' })).toBeVisible();
    await expect(page.getByText('Sound', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('A code ends with')).toHaveCount(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Open for the supervisor' }).click();
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await enterPin(page, '1111');
      await expect(dialog.getByText(`That is not the PIN: ${left} left.`)).toBeVisible();
      await expect(dialog.locator('input')).toBeFocused(); // for the next try
    }
    await enterPin(page, '1111');
    await expect(dialog.getByText(/Too many wrong PINs: wait/)).toBeVisible();
    await page.clock.setSystemTime(Date.now() + 86_400_000);
    await page.reload();
    await page.getByRole('button', { name: 'Open for the supervisor' }).click();
    await expect(dialog.getByText(/Too many wrong PINs: wait/)).toBeVisible();
    await page.clock.fastForward('01:05');
    await expect(dialog.getByText(/Too many wrong PINs/)).toBeHidden();
    await enterPin(page, '2468');
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('New access key')).toBeVisible();
    await expect(page.getByRole('form', { name: 'Warehouse and key' })).toBeVisible();
    await unfold(page.getByRole('region', { name: 'Faults for training' }));
    await page.getByRole('button', { name: 'Order it' }).click();
    await expect(page.getByRole('region', { name: 'Faults for training' })).toContainText('No answer in time (any');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page.getByText('Nothing is ordered.')).toBeVisible();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.locator('a.status').click(); // to the one call that needs a person, and from there to the queue
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await page.locator('.switch', { hasText: 'Hold sending' }).click();
    await expect(hold).toBeChecked();
    await page.clock.fastForward('05:10');
    await page.locator('.switch', { hasText: 'Hold sending' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(hold).toBeChecked(); // it is not switched off without the PIN either
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await expect(page.getByRole('button', { name: 'Open for the supervisor' })).toBeVisible();
    await expect(page.getByLabel('New access key')).toHaveCount(0);
  });
});

test('where no PIN is set none is asked for: the dialog says that a supervisor signs in', async ({ handheld }) => {
  await withSite({ supervisors: ['9'] }, async (gateway) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await page.getByRole('button', { name: 'Open for the supervisor' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Only a supervisor may do this: sign in as one.');
    await expect(dialog.locator('input')).toHaveCount(0);
    await expect(dialog).toHaveAccessibleName('Supervisor');
    await expect(dialog.getByRole('heading')).toHaveText('Supervisor');
    await expect(dialog).not.toContainText('PIN');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('a supervisor’s badge opens their part beside whoever is signed in, and the set-up by code with it; another’s badge opens nothing', async ({
  handheld,
}) => {
  const supervised = {
    supervisors: ['9'],
    workers: [
      { userId: '7', name: 'Ada', badge: 'W-007' },
      { userId: '9', name: 'Ida', badge: 'W-009' },
    ],
  };
  await withSite(supervised, async (gateway) => {
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await page.getByRole('button', { name: 'Open for the supervisor' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('A supervisor’s badge opens it too: scan it.');
    await burst(page, 'W-007');
    await expect(dialog.getByText('That is no supervisor’s badge.')).toBeVisible();
    await burst(page, 'W-009');
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('New access key')).toBeVisible();

    await page.reload(); // it is open to nobody who comes later
    await expect(page.getByRole('button', { name: 'Open for the supervisor' })).toBeVisible();
    await page.goto(`${gateway.origin}/set-up`);
    await readyToScan(page);
    await expect(prompt(page)).toHaveText('Scan a supervisor’s badge');
    await burst(page, 'W-007');
    await expect(page.getByText('First a supervisor’s badge; then the code that sets this handheld up.')).toBeVisible();
    await burst(page, 'W-009');
    await expect(prompt(page)).toHaveText('Scan the set-up code');
    await page.goto(`${gateway.origin}/settings`);
    await expect(page.getByText('Ada (7)')).toBeVisible();
  });
});

test('setting the PIN closes at once what it guards, and that it is set is still said', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/settings/supervisor`);
  await unfold(page.getByRole('region', { name: 'Supervisor’s PIN' }));
  await expect(page.getByText(/No PIN is set: everybody may .*hold sending/)).toBeVisible();
  await page.getByLabel('New PIN').fill('2468');
  await page.getByRole('button', { name: 'Set the PIN' }).click();
  await expect(page.getByText('The PIN is set.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open for the supervisor' })).toBeVisible();
  await expect(page.getByLabel('New PIN')).toHaveCount(0);
});

async function enterPin(page: Page, pin: string): Promise<void> {
  const field = page.getByLabel('Supervisor’s PIN').getByRole('textbox');
  await field.or(page.locator('dialog input')).first().fill(pin);
  await page.locator('dialog').getByRole('button', { name: 'OK' }).click();
}

/** A clock that the test sets. It knows of no paint, and where there was none a first scan is doubted: it is told of one. */
async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => Object.assign(performance, { getEntriesByType: () => [{ startTime: 0 }] }));
}
