import type { Page } from '@playwright/test';
import { standinSite } from '#standin/site.ts';
import {
  expectRows,
  holdSendAgain,
  readyToScan,
  scanPair,
  openAtRevertOff,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { moveTo, readKept } from './rig/inPage.ts';
import { expect, inMemory, online as test } from './rig/test.ts';
import { claimCall, seedRefusals } from './rig/seedHistory.ts';
import { burst } from './rig/wedge.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

/** A hand that shakes: as soon as this button is gone, the row of a call that has come is tapped. */
function tapAgainWhenGone(button: Element): void {
  const watch = new MutationObserver(() => {
    const row = document.querySelector<HTMLElement>('[aria-label="Finished"] a, .group a');
    if (button.isConnected || !row) return;
    watch.disconnect();
    row.click();
    document.body.dataset['tapped'] = '';
  });
  watch.observe(document.body, { subtree: true, childList: true });
}

/** Returns how often a shelf was asked for. */
async function looksAt(gateway: Gateway): Promise<number> {
  return (await gateway.executions('GetSelfDetailList')).length;
}

inMemory(
  'the queue begins with what needs a person, then what waits, then what is finished; a dozen refusals of one reason are one tap, and their reason is said once @promise',
  async ({ gateway, handheld }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    for (let number = 1; number <= 12; number += 1) await scanPair(page, `D-90${number + 10}`, 'S-01-A');
    await expectRows(page, { answered: 13 });
    await gateway.stop();
    await scanPair(page, 'D-1002', 'S-02-A');
    await expectRows(page, { answered: 13, waiting: 1 });

    await page.goto(`${gateway.origin}/queue`);
    await expect(headings(page)).toHaveText([/^Needs you 12$/, /^Waiting 1$/, /^Finished 1$/]);
    await expect(part(page, 'Finished').getByRole('link')).toHaveText(/D-1001.*Done/);
    await expect(part(page, 'Needs you').getByRole('heading', { level: 3 })).toHaveText('Not done 12');
    await expect(part(page, 'Needs you').getByText('The delivery is unknown')).toHaveCount(1);
    await part(page, 'Needs you').getByText('Show all (12)').click();
    const looked = part(page, 'Needs you').getByRole('button', { name: 'I have looked at these (12)' });
    await looked.evaluate(tapAgainWhenGone);
    await looked.click();
    await expect(page.locator('body[data-tapped]')).toBeVisible();
    await expect(headings(page)).toHaveText([/^Waiting 1$/, /^Finished 13$/]);
    await expect(page.locator('a.status')).not.toContainText('need');
    // a refusal that was looked at is finished, and not done: in red still, beside what is done in green
    const rows = part(page, 'Finished').getByRole('listitem');
    await expect(rows).toHaveCount(10); // the newest
    await expect(rows.first()).toHaveText(/D-9022.*Not done/);
    await expect(rows.first()).toHaveClass(/is-bad/);
  },
);

test('thousands of refusals are counted and can all be looked at, and those of one reason are one tap too', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await seedRefusals(page, 1_210);
  await page.goto(`${gateway.origin}/queue`);
  await expect(headings(page)).toHaveText([/^Needs you 1,210$/]);
  await expect(part(page, 'Needs you').getByRole('heading', { level: 3 })).toHaveText(/ 1,210$/);
  await part(page, 'Needs you').getByText('Show all (1,210)').click();
  const more = part(page, 'Needs you').getByRole('button', { name: /^Show .* more$/ });
  while (await more.count()) await more.click();
  await expect(part(page, 'Needs you').getByRole('listitem')).toHaveCount(1_210);
  await part(page, 'Needs you').getByRole('button', { name: 'I have looked at these (1,210)' }).click();
  await expect(headings(page)).toHaveText([/^Finished 1,210$/]);
  await page.reload();
  await expect(headings(page)).toHaveText([/^Finished 1,210$/]);
});

test('what was never unfolded is not put away; what was is put away by its number, and back by Undo, over a restart too', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  await seedRefusals(page, 305);
  await page.goto(`${gateway.origin}/queue`);
  const needs = part(page, 'Needs you');
  const looked = page.getByRole('button', { name: /^I have looked at these/ });
  await expect(needs.getByText('Show all (305)')).toBeVisible();
  await expect(looked).toBeHidden(); // nobody has seen one of them
  await needs.getByText('Show all (305)').click();
  await expect(looked).toHaveText('I have looked at these (100)'); // those that are drawn
  await expect(needs.getByRole('listitem')).toHaveCount(100);
  await looked.click();
  await expect(headings(page)).toHaveText([/^Needs you 205$/, /^Finished 100$/]);
  await expect(looked).toBeHidden();
  const said = page.locator('.notice', { hasText: '100 looked at' });
  await expect(said.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  await page.reload();
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(headings(page)).toHaveText([/^Needs you 305$/]);
  await expect(said).toHaveCount(0);
  await needs.getByText('Show all (305)').click();
  await looked.click();
  await expect(said.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect(said.getByRole('button', { name: 'Undo' })).toBeDisabled({ timeout: 15_000 }); // ten seconds
  await page.reload();
  await expect(headings(page)).toHaveText([/^Needs you 205$/, /^Finished 100$/]);
  await expect(said).toHaveCount(0);
});

test('calls that were saved and not confirmed are all seen before one tap puts them away', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  for (const code of ['D-1001', 'D-1002', 'D-1003']) await scanPair(page, code, 'S-01-A');
  await expectRows(page, { answered: 3 });
  await expect.poll(() => page.evaluate(readKept, 'heard')).toBe(3);
  await page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const tx = opening.result.transaction('kept', 'readwrite');
    tx.objectStore('kept').put(0, 'heard'); // as a battery that ended before the signals leaves it
    await new Promise((resolve) => tx.addEventListener('complete', resolve));
    opening.result.close();
  });
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: '3 calls are saved, and not confirmed to you' });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole('button', { name: 'Read' })).toBeHidden();
  await page.setViewportSize({ width: 360, height: 640 });
  await notice.getByText('Show all (3)').click();
  await expect(notice.getByRole('link')).toHaveText([/D-1001/, /D-1002/, /D-1003/]);
  await notice.getByRole('button', { name: 'Read' }).click();
  await expect(notice).toBeHidden();
});

inMemory(
  'a pair that waits is swapped by one tap: the wrong one is taken back, and the right one alone is sent @promise',
  async ({ gateway, handheld }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await gateway.stop();
    await scanPair(page, 'S-01-A', 'D-1001');
    await expectRows(page, { waiting: 1 });
    await page.goto(`${gateway.origin}/queue/1`);
    await page.getByRole('button', { name: 'Swap: D-1001 → S-01-A' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call #2');
    await expect(page.locator('.standing')).toContainText('Swapped: D-1001 → S-01-A. #1 is taken back.');
    await expectRows(page, { cancelled: 1, waiting: 1 });
    await expect.poll(() => page.evaluate(readKept, 'heard')).toBe(2); // the beep was for the one that was saved
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('D-1001 → S-01-A');
    await expect(page.getByText(/not confirmed to you/)).toHaveCount(0);
    await gateway.start();
    await expectRows(page, { cancelled: 1, answered: 1 });
    await expect(page.getByRole('button', { name: /^Swap/ })).toHaveCount(0); // it was sent
    expect((await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters))).toEqual([
      { deliveryCode: 'D-1001', storeCode: 'S-01-A', userID: '7' },
    ]);
    await page.goto(`${gateway.origin}/queue/1`);
    await expect(page.getByText('replaced by #2')).toBeVisible();
  },
);

test('a pair that was answered a moment ago is asked about where a swap would make it again @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  const goTo = (path: string) => page.evaluate(moveTo, path);
  await goTo('/queue');
  await page.getByText('Hold sending').click();
  await expect(page.getByRole('switch', { name: 'Hold sending' })).toBeChecked();
  await goTo('/tasks/revert-off');
  await readyToScan(page);
  for (const [code, noun] of [
    ['S-01-A', 'delivery'],
    ['D-1001', 'shelf'],
  ] as const) {
    await burst(page, code, { terminator: 'Enter' });
    await page.getByRole('button', { name: `It is the ${noun}` }).click();
  }
  await expectRows(page, { answered: 1, waiting: 1 });
  await goTo('/queue/2');
  const swap = page.getByRole('button', { name: 'Swap: D-1001 → S-01-A' });
  const question = page.getByRole('region', { name: 'Swap: D-1001 → S-01-A' });
  await swap.click();
  await expect(question).toContainText('D-1001 → S-01-A went through a moment ago (#1). Save it again?');
  await question.getByRole('button', { name: 'No, leave it' }).click();
  await expect(question).toHaveCount(0);
  await expectRows(page, { answered: 1, waiting: 1 });
  await swap.click();
  await question.getByRole('button', { name: 'Save again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call #3');
  await expectRows(page, { answered: 1, cancelled: 1, waiting: 1 });
});

inMemory(
  'a call that was taken back leads to its task with its first code, and back from a call is where it was opened',
  async ({ gateway, handheld }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await gateway.stop();
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { waiting: 1 });
    const row = page.getByRole('list', { name: 'Outbox' }).getByRole('link');
    await row.click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Yes, take it back' }).click();
    await expect(page.locator('.standing')).toContainText('Taken back');
    await page.getByRole('link', { name: 'Open: Back on shelf D-1001' }).click();
    await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Back on shelf', exact: true }).click(); // the arrow in the app bar
    await page.getByRole('button', { name: 'It is the delivery' }).click();
    await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  },
);

inMemory(
  'a pair that is on its way is not swapped, however late the tap comes: it stays, and that is said',
  async ({ gateway, handheld }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await gateway.stop();
    await scanPair(page, 'S-01-A', 'D-1001');
    await expectRows(page, { waiting: 1 });
    await page.goto(`${gateway.origin}/queue/1`);
    const swap = page.getByRole('button', { name: 'Swap: D-1001 → S-01-A' });
    await expect(swap).toBeVisible();
    // As another page does, of which this one has not heard yet: the tap comes in the same moment.
    await page.evaluate(
      `(${claimCall.toString()})().then(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Swap')).click())`,
    );
    await expect(page.getByRole('alert').filter({ hasText: 'This call has moved on' })).toBeVisible();
    await expectRows(page, { sending: 1 });
  },
);

test('a scan into the queue searches: it fills the search, shows what fits, and fills no step of a task', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { answered: 2 });
  await page.locator('a.status').click();
  await expect(part(page, 'Finished').getByRole('link')).toHaveCount(2);

  const search = page.getByRole('searchbox');
  const rows = page.getByRole('list', { name: 'Calls' }).getByRole('link');
  await burst(page, 'D-1002');
  await expect(search).toHaveValue('D-1002');
  await expect(rows).toHaveText(/D-1002/);
  await expect(part(page, 'Finished')).toBeHidden();
  await search.focus();
  await burst(page, 'D-1001'); // in the search itself it takes the place of the one before
  await expect(search).toHaveValue('D-1001');
  await expect(rows).toHaveText(/D-1001/);
  await search.fill('');
  await expect(part(page, 'Finished').getByRole('link')).toHaveCount(2);

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText(/was scanned/)).toHaveCount(0);
  await page.locator('.way', { hasText: 'Back on shelf' }).click();
  await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
  await expect(page.getByText(/D-100[12] was scanned/)).toHaveCount(0);
});

test('the search stands behind one tap, and is typed into at once; emptied by hand it stays, and the way back puts it away', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/queue`);
  const [find, search] = [page.getByRole('button', { name: 'Find a code or value' }), page.getByRole('searchbox')];
  await expect(page.getByText('Nothing waits here.')).toBeVisible();
  await expect(search).toHaveCount(0);
  await find.click();
  await expect(search).toBeFocused();
  await page.keyboard.type('D-1');
  await expect(page.getByText('0 calls.')).toBeVisible();
  await search.fill('');
  await expect(page.getByText('Nothing waits here.')).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill('D-1');
  await expect(page.getByText('0 calls.')).toBeVisible();
  await page.getByRole('link', { name: 'Queue', exact: true }).click(); // the arrow in the app bar
  await expect(find).toBeVisible();
});

test('what the site’s confirmed look-up shows is said without a tap: not on the shelf, and a person decides @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
  await scanPair(page, 'D-1006', 'S-01-B');
  await expectRows(page, { unconfirmed: 1 });
  expect(await looksAt(gateway)).toBe(0);

  await page.evaluate(moveTo, '/queue');
  const row = part(page, 'Needs you').getByRole('link', { name: /D-1006/ });
  await expect(row).toContainText('D-1006 is NOT on S-01-B now.');
  await expect(row).toContainText('It may still be done: look again after');
  await row.click();
  await expect(page.getByRole('status').filter({ hasText: 'Now not on S-01-B' })).toBeVisible();
  await expectRows(page, { unconfirmed: 1 });
  await holdSendAgain(page);
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

test('a press on a way or a button holds, though what stands there changes before the finger is lifted', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
  await page.locator('a.status').hover();
  await page.mouse.down();
  await scanPair(page, 'D-1006', 'S-01-B');
  await expect(page.locator('a.status')).toContainText('1 needs you');
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call #1');

  await page.goBack();
  const type = page.getByRole('button', { name: 'Type', exact: true });
  await type.locator('svg').hover({ force: true });
  await page.mouse.down();
  await type.locator('svg').evaluate((icon) => icon.replaceWith(icon.cloneNode(true)));
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'OK', exact: true })).toBeVisible();
});

test('where the confirmed look-up shows that it was done, the queue says so and settles it without a tap', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
  await scanPair(page, 'D-1006', 'S-01-B');
  await expectRows(page, { unconfirmed: 1 });
  await page.evaluate(moveTo, '/queue');
  const row = part(page, 'Finished').getByRole('link', { name: /D-1006/ });
  await expect(row).toContainText('Done, by look-up');
  await expect(headings(page)).toHaveText([/^Finished 1$/]);
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
  await row.click();
  await expect(page.locator('.standing')).toContainText('rule confirmed by the stand-in');
  await expect(page.locator('.standing')).not.toContainText('By '); // nobody tapped
});

inMemory(
  'each call is asked about once while the queue is open, and again when the network has come back',
  async ({ gateway, handheld }) => {
    const { page, context } = await handheld.open();
    await startAtRevertOff(page, gateway);
    await gateway.fault({ kind: 'drop-before', operation: 'RevertOff', times: 2 });
    await scanPair(page, 'D-1006', 'S-01-B');
    await scanPair(page, 'D-1007', 'S-02-B');
    await expectRows(page, { unconfirmed: 2 });
    await expect(page.locator('a.status')).toContainText('2 need you'); // of one alone it leads to that one
    await page.locator('a.status').click();
    const needs = part(page, 'Needs you');
    await expect(needs.getByText(/is NOT on/)).toHaveCount(2);
    expect(await looksAt(gateway)).toBe(2);
    // what draws the queue anew, and what makes it send
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(needs.getByText(/is NOT on/)).toHaveCount(2);
    expect(await looksAt(gateway)).toBe(2);

    await context.setOffline(true);
    await expect(page.getByText('Offline. Scanline tries again by itself.')).toBeVisible({ timeout: 40_000 });
    expect(await looksAt(gateway)).toBe(2);
    await context.setOffline(false);
    await expect.poll(() => looksAt(gateway)).toBe(4);
  },
);

test('at a desk the call that stands open beside the queue is asked about once', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'drop-before', operation: 'RevertOff', times: 2 });
  await scanPair(page, 'D-1006', 'S-01-B');
  await scanPair(page, 'D-1007', 'S-02-B');
  await expectRows(page, { unconfirmed: 2 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${gateway.origin}/queue/1`);
  await expect(page.locator('.before-now')).toContainText('not on S-01-B');
  await expect(part(page, 'Needs you').getByText('D-1007 is NOT on S-02-B now.')).toBeVisible(); // after the first
  expect(await looksAt(gateway)).toBe(2);
});

test.describe('where the site reads before each call too', () => {
  test.use({ site: { ...standinSite, readBacks: standinSite.readBacks.map((one) => ({ ...one, before: true })) } });

  test('what was so before the call proves nothing: it is said, and a person decides', async ({
    gateway,
    handheld,
  }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await scanPair(page, 'D-1006', 'S-01-B');
    await expectRows(page, { answered: 1 });
    await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
    await scanPair(page, 'D-1006', 'S-01-B');
    await page.getByRole('button', { name: 'Save again' }).click();
    await expectRows(page, { answered: 1, unconfirmed: 1 });
    await page.evaluate(moveTo, '/queue');
    await expect(part(page, 'Needs you').getByRole('link', { name: /D-1006/ })).toContainText(
      'D-1006 is on S-01-B now.',
    );
    await expectRows(page, { answered: 1, unconfirmed: 1 });
  });
});

test.describe('where nobody at the site has confirmed the look-up', () => {
  test.use({
    site: { ...standinSite, readBacks: standinSite.readBacks.map(({ confirmedBy: _by, ...rest }) => rest) },
  });

  test('what nobody knows stands before what was refused', async ({ gateway, handheld }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await scanPair(page, 'D-9999', 'S-01-A');
    await expectRows(page, { answered: 1 });
    await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { answered: 1, unconfirmed: 1 });
    await page.locator('a.status').click();
    await expect(headings(page)).toHaveText([/^Needs you 2$/]);
    await expect(part(page, 'Needs you').getByRole('link')).toHaveText([
      /D-1001.*Check it/,
      /D-9999.*Not done/,
      'What is known of it',
    ]);
  });

  test('the queue asks nothing; the call that is opened is looked up once, and the answer settles nothing', async ({
    gateway,
    handheld,
  }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
    await scanPair(page, 'D-1006', 'S-01-B');
    await expectRows(page, { unconfirmed: 1 });
    await page.evaluate(moveTo, '/queue');
    const row = part(page, 'Needs you').getByRole('link', { name: /D-1006/ });
    await expect(row).toBeVisible();
    expect(await looksAt(gateway)).toBe(0);
    await row.click();
    await expect(page.getByRole('status').filter({ hasText: 'Now on S-01-B' })).toContainText(
      'Nobody has confirmed this site’s rule yet, so you decide.',
    );
    expect(await looksAt(gateway)).toBe(1);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => looksAt(gateway)).toBe(2);
    await expectRows(page, { unconfirmed: 1 });
  });
});
