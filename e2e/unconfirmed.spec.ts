import { standinSite } from '#standin/site.ts';
import {
  expectRows,
  holdSendAgain,
  openRevertOff,
  readyToScan,
  scanPair,
  unfold,
  openAtRevertOff,
  openWithDemo,
} from './rig/app.ts';
import { expect, online as test } from './rig/test.ts';

test('a gateway killed between forward and reply leaves the call unconfirmed, and nothing repeats it @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 60_000 });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expect.poll(async () => (await gateway.executions('RevertOff')).length).toBe(1);
  await gateway.kill();
  await gateway.start();
  await expectRows(page, { unconfirmed: 1 });
  await expect(page.getByRole('list', { name: 'Outbox' })).toContainText('Check it');
  await expect(page.getByRole('link', { name: /1 Check it/ })).toBeVisible();

  // Everything that makes the queue move: a reload, the network, a person who wants it sent, another call.
  await page.reload();
  await readyToScan(page);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { unconfirmed: 1, answered: 1 });
  const executed = (await gateway.executions('RevertOff')).map(
    ({ parameters }) => Object.fromEntries(parameters)['deliveryCode'],
  );
  expect(executed).toEqual(['D-1001', 'D-1002']);
});

test.describe('where no look-up of the site shows it', () => {
  test.use({ site: { ...standinSite, readBacks: [] } });

  test('a person says what became of an unconfirmed call: done, or sent again on their word @promise', async ({
    gateway,
    handheld,
  }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await gateway.fault({ kind: 'drop-after', operation: 'RevertOff', times: 2 });
    await scanPair(page, 'D-1001', 'S-01-A');
    await scanPair(page, 'D-1002', 'S-02-A');
    await expectRows(page, { unconfirmed: 2 });

    await page.goto(`${gateway.origin}/queue`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /D-1001/ })
      .click();
    await page.getByRole('button', { name: /it was done/i }).click();
    await expectRows(page, { unconfirmed: 1, answered: 1 });
    expect(await gateway.executions('RevertOff')).toHaveLength(2);

    await page.goto(`${gateway.origin}/queue`);
    await page.locator('.row-open', { hasText: /D-1002/ }).click();
    await page.getByRole('button', { name: /send again/i }).click();
    await expectRows(page, { unconfirmed: 1, answered: 1 }); // one tap of a glove sends nothing
    await holdSendAgain(page);
    await expectRows(page, { answered: 2 });
    expect(await gateway.executions('RevertOff')).toHaveLength(3);
  });
});

test('“Check it” is practised as docs/worker.md says: the fault is ordered in the training app, the queue says what became of the pair, and a person decides', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/settings/supervisor`);
  const faults = page.getByRole('region', { name: 'Faults for training' });
  const main = page.getByRole('main');
  const practise = async (fault: string, pair: readonly [string, string]): Promise<void> => {
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await unfold(faults);
    await faults.getByLabel('What goes wrong').selectOption(fault);
    await faults.getByRole('button', { name: 'Order it' }).click();
    await expect(faults.getByText(`${fault} (any operation), once`)).toBeVisible();
    await openRevertOff(page, gateway);
    await scanPair(page, ...pair);
    await expect(page.getByRole('link', { name: /1 Check it/ })).toBeVisible();
    await page.goto(`${gateway.origin}/queue`);
  };
  await practise('The connection closes without an answer: not done', ['D-1001', 'S-01-A']);
  await expect(main.getByText('D-1001 is NOT on S-01-A now.')).toBeVisible();
  // Left before its signal was noted, the pair stands in a notice too.
  await main
    .getByRole('list', { name: 'Check it' })
    .getByRole('link', { name: /D-1001/ })
    .click();
  await holdSendAgain(page);
  await expectRows(page, { answered: 1 });

  await practise('Done, but the answer is lost', ['D-1002', 'S-02-A']);
  await expectRows(page, { answered: 2 });
  await expect(main.getByText('Done, by look-up').first()).toBeVisible();
  expect(await gateway.executions('RevertOff')).toHaveLength(2);
});
