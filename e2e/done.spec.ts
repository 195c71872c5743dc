import { expectRows, readyToScan, scanPair, startWithDemo, openAtRevertOff } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('a label that was fetched is to be printed, in its row, its page, at Home and at the sign-out, until it was handed over or declined', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => Object.defineProperty(window, 'print', { value: () => undefined }));
  await startWithDemo(page, gateway);
  const status = page.locator('a.status');
  const row = (code: string) => page.getByRole('list', { name: 'Outbox' }).getByRole('link', { name: code });
  await page.goto(`${gateway.origin}/tasks/print-kjy`);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expect(page.getByRole('heading', { name: 'Label ready: D-1001' })).toBeVisible();
  await expect(row('D-1001')).toContainText('Print?');
  await expect(row('D-1001')).not.toContainText('Done');
  await expect(status).toContainText('1 needs you');
  await page.getByRole('link', { name: 'Home' }).click();
  await status.click();
  await page
    .getByRole('region', { name: 'Needs you', exact: true })
    .getByRole('link', { name: /D-1001/ })
    .click();
  const standing = page.locator('.standing');
  await expect(standing).toContainText('Fetched, not printed yet: print it, or say no.');
  await page.goto(`${gateway.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Labels to print or not' })).toContainText('D-1001');
  await page.goto(`${gateway.origin}/queue/1`);
  await page.getByRole('button', { name: 'Do not print' }).click();
  await expect(standing).toContainText('Not to be printed: Ada Moreno (7).');
  await expect(standing).toContainText('Nothing more to do.');
  await expect(status).not.toContainText('needs you');

  await page.goto(`${gateway.origin}/tasks/print-kjy`);
  await readyToScan(page);
  await burst(page, 'D-1002');
  await expect(status).toContainText('1 needs you');
  await page.getByRole('button', { name: 'Print D-1002', exact: true }).click();
  await expect(row('D-1002')).toContainText('Done');
  await expect(status).not.toContainText('needs you');
  await burst(page, 'D-1003');
  await expect(page.getByRole('heading', { name: 'Label ready: D-1003' })).toBeVisible();
  await page.reload();
  await row('D-1003').click(); // and from its page
  await page.getByRole('button', { name: 'Print D-1003', exact: true }).first().click();
  await expect(standing).toContainText('Handed over for printing: Ada Moreno (7).');
  await expect(status).not.toContainText('needs you');
});

test('the question about a repeat goes once the first one is settled, and the band says what became of that', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1004', 'S-02-B');
  await expectRows(page, { waiting: 1 });
  await scanPair(page, 'D-1004', 'S-02-B');
  await expect(page.getByRole('button', { name: 'Save again' })).toBeVisible();
  await expect(page.locator('.band')).toContainText('in the queue already');
  await gateway.start();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectRows(page, { answered: 1 });
  await expect(page.getByRole('button', { name: 'Save again' })).toBeHidden();
  await expect(page.locator('.band')).toContainText('Done');
  await expect(page.locator('.band')).not.toContainText('in the queue already');
  await expect(page.getByRole('region', { name: '1 not saved a second time' }).locator('summary')).toContainText(
    'D-1004 → S-02-B (the first, #1: Done)',
  );
});

test('a repeat that was left unanswered says what became of the first one, and not that nothing was saved', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1004', 'S-02-B');
  await expectRows(page, { answered: 1 });
  await scanPair(page, 'D-1004', 'S-02-B');
  await expect(page.getByRole('button', { name: 'Save again' })).toBeVisible();
  await burst(page, 'D-1005');
  const left = page.getByRole('region', { name: '1 not saved a second time' });
  await expect(left.locator('summary')).toContainText('D-1004 → S-02-B (the first, #1: Done)');
  await expect(page.getByText('not taken or not saved')).toHaveCount(0);
  await expectRows(page, { answered: 1 });
});
