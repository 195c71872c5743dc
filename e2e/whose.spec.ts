import { standinSite } from '#standin/site.ts';
import { expectRows, openRevertOff, readyToScan, scanPair, signInAs, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('what needs one worker is told to the next one with the name, and never as his own: greeting, badge, task, queue, sign-out', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  const site = { ...standinSite, answerRules: [{ matches: '^ERR', verdict: 'refused' }] }; // no rule knows what is done
  await page.context().route('**/gateway/site', (route) => route.fulfill({ json: site }));
  await startWithDemo(page, gateway);
  const ada = 'Ada Moreno (7)';
  const status = page.locator('a.status');
  const main = page.getByRole('main');
  const headings = page.locator('.sections h2');
  const sheet = page.getByRole('region', { name: 'What Ada Moreno (7) leaves open' });
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await page.getByLabel('Weight').fill('0.8');
  await page.getByRole('button', { name: /^Complete / }).click();
  await expectRows(page, { answered: 1 });
  await expect(status).toContainText('1 needs you');
  await page.goto(`${gateway.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(sheet.getByRole('list', { name: 'Not understood: look at these' })).toContainText('BAG-2001');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await openRevertOff(page, gateway);
  await gateway.fault({ kind: 'drop-before', operation: 'RevertOff' });
  await scanPair(page, 'D-1006', 'S-01-B');
  await expectRows(page, { answered: 1, unconfirmed: 1 });

  await signInAs(page, gateway, '8');
  await expect(sheet.getByRole('list', { name: 'Check it: do not scan again' })).toContainText('D-1006');
  await expect(sheet.getByRole('list', { name: 'Not understood: look at these' })).toContainText('BAG-2001');
  await page.getByRole('link', { name: 'Start work' }).click();
  await expect(main.getByRole('link', { name: `2 need ${ada}` })).toBeVisible();
  await expect(page.getByText(/needs? you/)).toHaveCount(0);
  await expect(status).not.toHaveClass(/is-check/);
  await openRevertOff(page, gateway);
  await expect(page.getByRole('listitem').filter({ hasText: 'D-1006' })).toContainText(ada);
  await scanPair(page, 'D-9999', 'S-01-A');
  await expectRows(page, { answered: 2, unconfirmed: 1 });
  await expect(status).toContainText('1 needs you');
  await expect(page.getByRole('listitem').filter({ hasText: 'D-9999' })).not.toContainText('Li Wei');
  await status.click();
  await expect(headings).toHaveText([/^Needs you 1$/, /^Needs Ada Moreno \(7\) 2$/]);
  const hers = page.getByRole('region', { name: `Needs ${ada}` });
  await expect(hers.getByRole('link')).toHaveText([/D-1006.*Ada Moreno/, /BAG-2001.*Ada Moreno/]);
  await page.goto(`${gateway.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const his = page.getByRole('region', { name: 'What Li Wei (8) leaves open' });
  await expect(his.getByRole('link')).toHaveText([/D-9999/]);
});
