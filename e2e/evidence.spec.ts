import { standinSite } from '#standin/site.ts';
import {
  expectRows,
  holdSendAgain,
  openRevertOff,
  scanPair,
  signInAs,
  openAtRevertOff,
  openWithDemo,
} from './rig/app.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test('a lost answer is looked up by the site’s pair: a confirmed rule says that it was done', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { unconfirmed: 1 });
  await page.goto(`${gateway.origin}/queue/1`);
  await expectRows(page, { answered: 1 });
  const standing = page.getByRole('status').filter({ hasText: 'Done, by look-up' });
  await expect(standing).toContainText('Its answer was lost, and the look-up shows it.');
  await expect(standing).toContainText(/rule confirmed by the stand-in; looked up: .*D-1001/);
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});

test('where it was not done no rule decides: before and now stand side by side, and a person sends it again', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await gateway.fault({ kind: 'drop-before', operation: 'CompleteBag' });
  await page.getByLabel('Weight').fill('1.25');
  await page.getByRole('button', { name: /^Complete / }).click();
  await expectRows(page, { unconfirmed: 1 });

  await page.goto(`${gateway.origin}/queue/1`);
  await expect(page.locator('.before-now')).toHaveText(/^Before OPEN.*→.*Now OPEN/);
  await page.getByText('Answers, tries and times').click();
  for (const name of ['Before it was sent', 'Now']) {
    await expect(page.getByRole('region', { name, exact: true })).toContainText('OPEN');
  }
  await expect(page.getByRole('status').filter({ hasText: /NOT done, the service shows\./ })).toContainText(
    'It may still be done: look again after',
  );
  await expectRows(page, { unconfirmed: 1 });
  await holdSendAgain(page);
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('CompleteBag')).toHaveLength(1);
});

test('a second scan of the code that ended a call, held back as a bounce, stands with that call', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await burst(page, 'S-01-A');
  await expect(page.getByText('S-01-A was scanned twice')).toBeVisible();
  await expectRows(page, { answered: 1 });
  await page.goto(`${gateway.origin}/queue/1`);
  await expect(page.getByText(/S-01-A.*and 1 repeat at once, not taken/)).toBeVisible();
});

test('what one worker queued is sent under that worker’s id when another has taken the handheld', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await signInAs(page, gateway, '8');
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1002', 'S-02-A');
  await gateway.start();
  await expectRows(page, { answered: 2 });
  const users = (await gateway.executions('RevertOff')).map(
    ({ parameters }) => Object.fromEntries(parameters)['userID'],
  );
  expect(users).toEqual(['7', '8']);
});

test('where the site names supervisors, nobody else sends again what another worker made', async ({ handheld }) => {
  const gateway = await createGateway();
  await gateway.configure({ ...standinSite, supervisors: ['9'], readBacks: [] });
  try {
    await gateway.start();
    const page = await openAtRevertOff(handheld, gateway);
    await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { unconfirmed: 1 });
    for (const [user, maySend] of [
      ['8', false],
      ['9', true],
      ['7', true],
    ] as const) {
      await signInAs(page, gateway, user);
      await page.goto(`${gateway.origin}/queue/1`);
      await expect(page.getByRole('button', { name: 'It was done' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(maySend ? 1 : 0);
      if (user !== '7') await expect(page.getByText('Ada Moreno (7) made this')).toBeVisible();
    }
  } finally {
    await gateway.remove();
  }
});
