import type { Page } from '@playwright/test';
import { standinSite } from '#standin/site.ts';
import { REPORT_HEADER } from '#wire/hello.ts';
import { type HandheldReport, decodeReport } from '#wire/report.ts';
import { expectRows, holdSendAgain, readyToScan, scanPair, startWithDemo, startAtRevertOff } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { sizes } from './rig/layout.ts';
import { expect, online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

const done = (page: Page) => page.getByRole('button', { name: 'It was done' });
const again = (page: Page) => page.locator('.hold');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo: not sure' });

/** Scans a pair whose answer is lost. Nobody has confirmed the site's rules, so a person decides. */
async function loseAnswer(
  page: Page,
  gateway: Gateway,
  pair: readonly [string, string] = ['D-1006', 'S-01-B'],
): Promise<void> {
  await startAtRevertOff(page, gateway);
  await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
  await scanPair(page, ...pair);
  await expectRows(page, { unconfirmed: 1 });
  await expect(page.locator('a.status')).toContainText('1 needs you'); // and leads to it
}

/** The stand-in's site, without what codes look like: a code of twenty digits is a delivery too. */
const { codes: _codes, ...site } = standinSite;
test.use({ site: { ...site, readBacks: site.readBacks.map(({ confirmedBy: _by, ...rest }) => rest) } });

for (const [width, height] of sizes) {
  test(`at ${width} × ${height} a decision is two taps from the task: how it stands, and both words for it, stand above the fold${width === 360 ? ' @promise' : ''}`, async ({
    gateway,
    handheld,
  }) => {
    const { page } = await handheld.open();
    await page.setViewportSize({ width, height });
    await loseAnswer(page, gateway, ['00340123456789012345', 'S-02-B']);
    await page.locator('a.status').click();
    await expect(page.locator('.before-now')).toHaveText('Now not on S-02-B');
    for (const part of [page.locator('.before-now'), done(page), again(page)]) {
      const box = await part.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    const size = await page
      .locator('.before-now strong')
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
    expect(size).toBeGreaterThanOrEqual(32);
    await expect(page.getByText('Tries', { exact: true })).toBeHidden(); // the evidence is folded
    await done(page).click();
    await expectRows(page, { answered: 1 });
    await page.getByRole('link', { name: 'Back on shelf', exact: true }).click(); // and back where it was scanned
    await readyToScan(page, 'Back on shelf');
  });
}

test('from Home a decision is two taps too, and what was decided is said by the name of whoever did, with nothing against it beside', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await loseAnswer(page, gateway);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.locator('a.status', { hasText: '1 needs you' }).click();
  await expect(page.locator('.before-now')).toHaveText('Now not on S-01-B');
  await done(page).click();
  const standing = page.locator('.standing');
  await expect(standing).toHaveText('Done, by handA person has seen it.By Ada Moreno (7)');
  await expect(standing).not.toContainText('NOT');
  await page.locator('a.status').click();
  const ended = page.getByRole('region', { name: 'Finished' }).getByRole('link', { name: /D-1006/ });
  await expect(ended).toContainText('Done, by hand');
  await expect(ended).not.toContainText('NOT');
});

test('the row of the call on the task’s own screen leads to the same two words', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await loseAnswer(page, gateway);
  await page
    .getByRole('list', { name: 'Outbox' })
    .getByRole('link', { name: /D-1006/ })
    .click();
  await done(page).click();
  await expectRows(page, { answered: 1 });
});

test('that it was done is on the disk at once, can be undone for ten seconds, also after a restart, and then stands @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await loseAnswer(page, gateway);
  await page.clock.install();
  await page.locator('a.status').click();
  await done(page).click();
  await expectRows(page, { answered: 1 });
  await page.clock.fastForward(1_000); // a tap that bounces undoes nothing
  await undo(page).click();
  await expectRows(page, { unconfirmed: 1 });
  await expect(again(page)).toBeVisible();

  await done(page).click();
  await expectRows(page, { answered: 1 });
  await page.reload();
  await expect(undo(page)).toBeVisible();
  const widths = await page
    .locator('.undo-done')
    .evaluate((one) => [getComputedStyle(one, '::after').width, getComputedStyle(one.children[0] as Element).width]);
  expect(widths[0]).toBe(widths[1]); // the time that runs out stands under all of its button
  await page.clock.fastForward(10_000);
  await expect(undo(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Done, by hand' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Done, by hand' })).toBeVisible();
  await expect(undo(page)).toBeHidden();
  expect(await gateway.executions('RevertOff')).toHaveLength(0);
});

test('what belongs to the same delivery waits as long as that it was done can be undone, and goes then', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await loseAnswer(page, gateway);
  await burst(page, 'D-1006');
  await page.getByRole('button', { name: 'Go on, behind it' }).click();
  await burst(page, 'S-02-A');
  await expectRows(page, { unconfirmed: 1, waiting: 1 });
  await page.clock.install();
  await page.locator('a.status').click();
  await done(page).click();
  await expectRows(page, { answered: 1, waiting: 1 });
  await page.evaluate(() => dispatchEvent(new Event('online'))); // a sign that trying is worth it
  await page.clock.fastForward(1_000);
  await expectRows(page, { answered: 1, waiting: 1 });
  await page.clock.fastForward(10_000);
  await expectRows(page, { answered: 2 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

test('“Send again” takes a press that is held for 0.6 s: a tap, or a press let go before, sends nothing @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await loseAnswer(page, gateway);
  await page.clock.install();
  await page.locator('a.status').click();
  await expect(page.locator('.before-now')).toContainText('not on S-01-B');
  await again(page).hover();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  for (const ms of [0, 599]) {
    await page.mouse.down();
    await page.clock.runFor(ms);
    await page.mouse.up();
    await page.clock.runFor(5_000);
    expect(await gateway.executions('RevertOff')).toHaveLength(0);
    await expect(done(page)).toBeVisible();
  }
  await page.mouse.down();
  await expect(page.locator('.hold.is-pressed')).toBeVisible();
  await page.clock.runFor(600);
  await page.mouse.up();
  await page.clock.resume();
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

test('with keys “Send again” takes two presses, which it asks for; a laser’s Enter is none of them, though the button has the focus', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await loseAnswer(page, gateway);
  await page.locator('a.status').click();
  const isShown = () => expect(page.locator('.before-now')).toContainText('not on S-01-B');
  await isShown();
  for (const code of ['D-1006', 'S-01-B', 'D-1007']) {
    await again(page).focus();
    await burst(page, code, { terminator: 'Enter' });
    await expect(page.locator('.banner-next')).toContainText('was scanned'); // it waits, as anywhere
    await expect(again(page)).toHaveText('Send again press and hold');
  }
  await page.reload(); // so soon after a code the end of a line is the scanner's
  await isShown();
  await again(page).press('Enter');
  await expect(again(page)).toHaveText('Press again to send');
  await burst(page, 'D-1008', { terminator: 'Enter' }); // a scan ends what a key has begun
  await expect(again(page)).toHaveText('Send again press and hold');
  expect(await gateway.executions('RevertOff')).toHaveLength(0);

  await page.reload();
  await isShown();
  await again(page).press('Space');
  await expect(again(page)).toHaveText('Press again to send');
  await expect(async () => {
    await again(page).press('Enter'); // what comes too soon is the same press
    await expect(again(page)).toBeHidden({ timeout: 500 });
  }).toPass();
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

test('a finger that is held sends it, and once; lifted, it taps nothing of what stands there now', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await loseAnswer(page, gateway);
  await page.locator('a.status').click();
  await expect(page.locator('.before-now')).toContainText('not on S-01-B');
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    document.addEventListener('click', () => ((globalThis as unknown as { clicks: number }).clicks += 1));
  });
  const box = await again(page).boundingBox();
  const at = [{ x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 30 }];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
  await expectRows(page, { answered: 1 }); // it goes while the finger is down
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
  await expect(page.getByRole('status').filter({ hasText: 'Done' }).first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)).toBe(0);
  const mistake = page.getByRole('button', { name: 'It was a mistake' });
  await expect(async () => {
    await mistake.click(); // a tap of its own is taken, once the hand is still
    await expect(page.getByRole('button', { name: 'Tell the supervisor' })).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('how a bag stood before and stands now is one line, and what the service said is whole behind the fold', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.locator('.card-headline')).toHaveText('OPEN');
  await gateway.fault({ kind: 'drop-after', operation: 'CompleteBag' });
  await page.getByLabel('Weight').fill('1.25');
  await page.getByRole('button', { name: /^Complete/ }).click();
  await expectRows(page, { unconfirmed: 1 });
  await expect(page.locator('a.status')).toContainText('1 needs you');
  await page.locator('a.status').click();
  await expect(page.locator('.before-now')).toHaveText(/^Before OPEN.* ?→ ?Now COMPLETE 1\.25.kg$/);
  const isOneLine = page.locator('.before-now').evaluate((line) => {
    const [before, now] = ['span', 'strong'].map((part) => line.querySelector(part)?.getBoundingClientRect());
    return (before?.bottom ?? 0) > (now?.top ?? Infinity); // both of one moment: what is said above may move them
  });
  expect(await isOneLine).toBe(true);
  await expect(page.getByText('Nobody has confirmed this site’s rule yet, so you decide.')).toBeVisible();
  await page.getByText('Answers, tries and times').click();
  await expect(page.getByRole('region', { name: 'Before it was sent' })).toContainText('OPEN');
  await expect(page.getByRole('region', { name: 'Tries' })).toBeVisible();
});

test('what the desk says of a call settles it on its handheld too, with the next hello and without a tap there, and it tells by when it has heard', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  const told: (HandheldReport | undefined)[] = [];
  page.on('request', (request) => {
    const report = request.headers()[REPORT_HEADER];
    if (report !== undefined) told.push(decodeReport(report));
  });
  const lastTold = async (): Promise<HandheldReport | undefined> => {
    await page.evaluate(() => dispatchEvent(new Event('online'))); // it says hello
    return told.at(-1);
  };
  await loseAnswer(page, gateway);
  await expect.poll(lastTold, { timeout: 60_000 }).toMatchObject({ person: 1, doubts: 1 });
  const desk = await page.context().newPage();
  await desk.goto(`${gateway.origin}/gateway/ledger`);
  const before = Date.now();
  await desk.getByRole('button', { name: 'It was done' }).click();
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByText('There are none.').first()).toBeVisible({ timeout: 1_000 }); // it has left the calls to check
  }).toPass({ timeout: 30_000 });
  const after = Date.now();
  await page.bringToFront();
  await expectRows(page, { answered: 1 }, 60_000);
  await expect(page.locator('a.status')).not.toContainText('needs you');
  await expect.poll(lastTold, { timeout: 60_000 }).toMatchObject({ person: 0, doubts: 0 });
  expect(told.at(-1)?.heard).toBeGreaterThanOrEqual(before);
  for (const report of told.filter((one) => one?.doubts === 1)) expect(report?.heard ?? 0).toBeLessThanOrEqual(after);
  await page.goto(`${gateway.origin}/queue/1`);
  await expect(page.locator('.standing')).toContainText('By the desk');
});

test('that the desk said “not done” stands on the call’s card, and when to look again stays what it was @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await loseAnswer(page, gateway);
  await page.goto(`${gateway.origin}/queue/1`);
  const early = page.getByText('It may still be done: look again after');
  const lookAgain = await early.textContent();
  const card = page.locator('.standing');
  await expect(card).toContainText('Say if it was done.');

  const desk = await page.context().newPage();
  await desk.goto(`${gateway.origin}/gateway/ledger`);
  await desk.getByRole('button', { name: 'It was not done' }).click();
  await expect(desk.getByRole('status')).toContainText('it was not done');
  await page.bringToFront();
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online'))); // it says hello
    await expect(card).toContainText('The desk said: it was not done. Send it again, or give it up.', {
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(card).not.toContainText('Say if it was done.');
  await page.goto(`${gateway.origin}/queue`);
  await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('The desk said: not done.');
  await page.locator('.row-open', { hasText: 'D-1006' }).click();
  await expect(early).toHaveText(lookAgain ?? ''); // it is looked up anew
  await holdSendAgain(page);
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});
