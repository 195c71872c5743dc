import type { Page } from '@playwright/test';
import { DECISIONS_PATH } from '#wire/decisions.ts';
import { expectRows, openRevertOff, readyToScan, scanPair, startWithDemo } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { expect, online, test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

const button = (page: Page) => page.getByRole('button', { name: 'It was a mistake' });
const tell = (page: Page) => page.getByRole('button', { name: 'Tell the supervisor' });
const said = (page: Page) => page.getByRole('status').filter({ hasText: 'it was a mistake' });

/** Opens a call from its row on the task's own screen. */
const openCall = (page: Page, code: string): Promise<void> =>
  page
    .getByRole('list', { name: 'Outbox' })
    .getByRole('link', { name: new RegExp(code) })
    .click();

/** Saves a pair that is done, and opens its call from the row of the task's own screen. */
async function openDone(page: Page, gateway: Gateway, pair: readonly [string, string] = ['D-1001', 'S-01-A']) {
  await openRevertOff(page, gateway);
  await scanPair(page, ...pair);
  await expectRows(page, { answered: 1 });
  await openCall(page, pair[0]);
}

/** The words about mistakes that the gateway is told by a page, with their ids. */
function toldBy(page: Page): string[] {
  const told: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith(DECISIONS_PATH)) return;
    const { mistakes = [] } = request.postDataJSON() as { mistakes?: readonly { id: string; why?: string }[] };
    for (const { id, why } of mistakes) told.push(`${id} ${why}`);
  });
  return told;
}

/** Has the page look for the gateway now. */
const hello = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

/** Reads what the ledger has, as the desk does. */
async function inLedger(gateway: Gateway): Promise<readonly Record<string, string>[]> {
  const reply = await fetch(`${gateway.origin}/gateway/ledger/lines`, { headers: gateway.here() });
  const lines = (await reply.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, string>);
}

test('that a finished call was a mistake is said offline, survives a battery that dies, is told once the network is back, and its worker sees what became of it @promise', async ({
  gateway,
  handheld,
}) => {
  const first = await handheld.open();
  await startWithDemo(first.page, gateway);
  await openDone(first.page, gateway);
  const address = first.page.url();
  await gateway.stop();
  await button(first.page).click();
  await expect(first.page.getByText('What is told cannot be taken back.')).toBeVisible();
  await first.page.getByLabel('What is wrong, in a few words').fill('wrong shelf');
  await tell(first.page).click();
  await expect(said(first.page)).toContainText('Kept here. It is told as soon as there is a network.');
  await handheld.kill();

  const { page } = await handheld.open();
  const told = toldBy(page);
  await page.goto(address);
  await expect(said(page)).toContainText('wrong shelf');
  await expect(button(page)).toBeHidden();
  await gateway.start();
  await hello(page);
  await expect(said(page)).toContainText('Told. What becomes of it stands here.', { timeout: 60_000 });
  expect(new Set(told).size).toBe(1);
  expect((await inLedger(gateway)).map(({ mistake, mistakeWhy }) => [mistake, mistakeWhy])).toContainEqual([
    'mistake',
    'wrong shelf',
  ]);

  const desk = await page.context().newPage();
  await desk.goto(`${gateway.origin}/gateway/ledger`);
  const open = desk.locator('section', { hasText: 'Said to be a mistake' });
  await expect(open).toContainText('wrong shelf');
  await open.getByRole('button', { name: 'It is put right' }).click();
  await expect(desk.getByRole('status')).toContainText('it is put right');
  await expect(open.getByRole('button')).toHaveCount(0);
  await desk.close();
  await page.bringToFront();
  await expect(async () => {
    await hello(page);
    await expect(said(page)).toContainText('The desk: it is put right', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(`${gateway.origin}/queue`);
  await expect(page.getByRole('region', { name: 'Finished' }).getByRole('link', { name: /D-1001/ })).toContainText(
    'Put right',
  );
  const before = told.length;
  await page.reload();
  await hello(page);
  await expect(page.locator('a.status')).toContainText('0 Waiting');
  expect(told).toHaveLength(before); // what is settled is told no more
  expect((await inLedger(gateway)).map(({ mistake }) => mistake)).toEqual(['put-right']);
  expect(await gateway.executions('RevertOff')).toHaveLength(1); // nothing was sent by it
});

test('two pages that say it at one moment say it once, and no call is late or lost for it', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await startWithDemo(page, gateway);
  await openDone(page, gateway);
  const other = await context.newPage();
  await other.goto(page.url());
  await gateway.stop();
  await Promise.all([page, other].map((one) => button(one).click()));
  const taps = await Promise.all([page, other].map((one) => tell(one).elementHandle()));
  await Promise.all(taps.map((tap) => tap?.evaluate((one) => (one as HTMLElement).click())));
  await Promise.all([page, other].map((one) => expect(said(one)).toBeVisible()));
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-02-A'); // of the same lane
  await scanPair(page, 'D-1002', 'S-02-A');
  await gateway.start();
  await expectRows(page, { answered: 3 }, 60_000);
  await expect
    .poll(async () => (await inLedger(gateway)).filter(({ mistake }) => mistake).length, { timeout: 60_000 })
    .toBe(1);
  expect(await gateway.executions('RevertOff')).toHaveLength(3);
});

/** Completes the bag BAG-2001, the first call of the handheld, and opens that call. */
async function completeBag(page: Page, gateway: Pick<Gateway, 'origin'>): Promise<void> {
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.locator('.card-headline')).toHaveText('OPEN');
  await page.getByLabel('Weight').fill('1.25');
  await page.getByRole('button', { name: /^Complete/ }).click();
  await expectRows(page, { answered: 1 });
  await openCall(page, 'BAG-2001');
}

test('a bag that was completed by mistake is shown as it stands and would stand after, and opened in its task: nothing is sent before it is done there', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await completeBag(page, gateway);
  const way = page.getByRole('button', { name: 'Open: Reopen bag BAG-2001' });
  await gateway.stop(); // nobody says how it stands: it is not offered, and the supervisor may be told
  await button(page).click();
  await expect(page.locator('.before-now')).toHaveText(/^Now \? ?→ ?After OPEN$/);
  await expect(way).toBeDisabled();
  await expect(tell(page)).toBeEnabled();
  await gateway.start();
  await page.reload();
  await button(page).click();
  await expect(page.locator('.before-now')).toHaveText(/^Now COMPLETE ?→ ?After OPEN$/);
  await way.click();
  await expect(page.locator('.card-headline')).toContainText('COMPLETE');
  expect(await gateway.executions('AgainOpenBag')).toHaveLength(0);
  await page.getByRole('button', { name: 'Reopen BAG-2001' }).click();
  await expectRows(page, { answered: 2 });
  expect(await gateway.executions('AgainOpenBag')).toHaveLength(1);
});

test('where the site has confirmed what undoes a call, that is saved from here, asked first', async ({
  gateway,
  handheld,
}) => {
  await gateway.stop();
  await gateway.configure({ opposites: [{ first: 'CompleteBag', second: 'AgainOpenBag', confirmedBy: 'M. Weber' }] });
  await gateway.start();
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await completeBag(page, gateway);
  await expect(page.getByRole('button', { name: /^Undo it/ })).toHaveCount(0);
  await button(page).click();
  await expect(page.locator('.before-now')).toHaveText(/^Now COMPLETE ?→ ?After OPEN$/);
  await page.getByRole('button', { name: 'Undo it: Reopen bag' }).click();
  expect(await gateway.executions('AgainOpenBag')).toHaveLength(0);
  await page.getByRole('button', { name: 'Yes, save that call' }).click();
  await expectRows(page, { answered: 2 });
  expect(await gateway.executions('AgainOpenBag')).toHaveLength(1);
});

online(
  'what is not done has no such button, nor has what can still be undone; a storage that is full says so, and nothing is kept by half',
  async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await startWithDemo(page, gateway);
    await openRevertOff(page, gateway);
    await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
    await scanPair(page, 'D-1006', 'S-01-B');
    await expectRows(page, { unconfirmed: 1 });
    await expect(page.locator('a.status')).toContainText('1 needs you');
    await page.clock.install();
    await page.locator('a.status').click();
    await expect(page.getByRole('button', { name: 'It was done' })).toBeVisible();
    await expect(button(page)).toBeHidden();
    await page.getByRole('button', { name: 'It was done' }).click();
    await expect(page.getByRole('button', { name: 'Undo: not sure' })).toBeVisible();
    await expect(button(page)).toBeHidden();
    await page.clock.fastForward(11_000);
    await expect(page.getByRole('button', { name: 'Undo: not sure' })).toBeHidden();
    await button(page).click();
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...values) {
        if (!('mistake' in (values[0] as object))) return put.apply(this, values);
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await tell(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The storage of this handheld is full' })).toBeVisible();
    await expect(said(page)).toBeHidden();
    await page.reload();
    await expect(button(page)).toBeVisible();
    await button(page).click();
    await tell(page).click();
    await expect(said(page)).toBeVisible();
  },
);
