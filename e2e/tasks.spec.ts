import type { Page } from '@playwright/test';
import { expectRows, readyToScan, openWithDemo } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { moveTo } from './rig/inPage.ts';

test.use({ worker: 'blocked' });

/** Goes to a task inside the app, as a tap on its tile does: nothing is loaded anew. */
async function open(page: Page, path: string): Promise<void> {
  const title = page.locator('header.top h1');
  const before = (await title.textContent()) ?? '';
  const isElsewhere = (await page.evaluate(() => location.pathname)) !== path;
  await page.evaluate(moveTo, path);
  if (isElsewhere) await expect(title).not.toHaveText(before); // a scan would still be the screen's before
  await readyToScan(page);
}

async function ran(gateway: Gateway, operation: string): Promise<readonly Readonly<Record<string, string>>[]> {
  return (await gateway.executions(operation)).map(({ parameters }) => Object.fromEntries(parameters));
}

/** A task that only asks: what is scanned, a part of its answer, and what the service refuses. */
const lookUps = [
  ['batch', 'GetWbBatchBagPackages', 'B-3001', 'BAG-2001', 'B-9', /unknown/],
  ['shelf', 'GetSelfDetailList', 'S-01-A', 'D-1031', 'S-9', /unknown/],
  ['scanning-list', 'GetGerWarehouseScanningList', 'SL-1', 'D-1001', 'SL-9', /unknown/],
  ['images', 'GetListSplitProductImg', 'D-1003', 'SKU-31', 'D-9', /unknown/],
  ['report', 'GetReportDataPartner', 'R-9001', 'Partner North', 'R-9', /unknown/],
  ['paint-marker', 'GetPaintMarker', 'D-1001', 'red', 'D-9', /no paint marker/],
  ['countries', 'GetCountryAndProductByUserCode', 'W-007', 'Germany', 'W-9', /unknown/],
] as const;
const said = (page: Page) => page.locator('.band');
const answer = (page: Page) => page.getByRole('region', { name: 'The service says' });

test('each task that asks: an answer, a refusal in the site’s words, and without a gateway the last answer', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  for (const [id, , good, part, bad, refusal] of lookUps) {
    await open(page, `/tasks/${id}`);
    await burst(page, good);
    await expect(answer(page)).toContainText(part);
    await burst(page, bad);
    await expect(said(page)).toContainText(refusal);
  }
  await open(page, '/tasks/domestic-code');
  await burst(page, 'DD-70001');
  await expect(page.locator('.card-headline')).toHaveText('EXISTS → D-1001');
  await burst(page, 'DD-9');
  await expect(page.locator('.card-headline')).toHaveText('UNKNOWN');
  await open(page, '/tasks/scanning-list');
  await page.getByRole('button', { name: 'All lists' }).click();
  await expect(answer(page)).toContainText('SL-2');
  for (const [, operation] of lookUps) expect((await ran(gateway, operation)).length).toBeGreaterThan(1);
  expect((await ran(gateway, 'GetPaintMarker'))[0]).toEqual({ strJson: '{"deliveryCode":"D-1001"}' });
  expect((await ran(gateway, 'GetCountryAndProductByUserCode'))[0]).toMatchObject({ wareHoseId: '1' });

  await gateway.stop();
  for (const [id, , good, part] of lookUps) {
    await open(page, `/tasks/${id}`);
    await burst(page, good);
    await expect(page.getByText(/Heard .*You are offline/)).toBeVisible();
    await expect(answer(page).locator('.card-headline')).toBeVisible();
    await expect(answer(page)).toContainText(part);
  }
  await burst(page, 'W-008'); // never asked before
  await expect(said(page)).toContainText('The service could not be asked about W-008. You are offline.');
  await expectRows(page, {});
});

test('a look-up that finds no gateway and the head of the screen say the same', async ({ gateway, handheld }) => {
  const page = await openWithDemo(handheld, gateway);
  await open(page, '/tasks/shelf');
  await burst(page, 'S-01-A');
  await expect(answer(page)).toContainText('S-01-A');
  await expect(page.locator('.top-words')).not.toContainText('Offline');
  await gateway.stop();
  await burst(page, 'S-02-A');
  await expect(said(page)).toContainText('You are offline.');
  await expect(page.locator('.top-words')).toContainText('Offline', { timeout: 3_000 }); // nobody touches it: the gateway is looked for each 30 s
});

test('Back leads to the task that one came from, and no further', async ({ gateway, handheld }) => {
  const page = await openWithDemo(handheld, gateway);
  await open(page, '/tasks/shelf');
  await open(page, '/tasks/images');
  await open(page, '/tasks/shelf');
  await page.goBack();
  await expect(page).toHaveURL(/images$/);
  await readyToScan(page);
  await burst(page, 'D-1003');
  await expect(answer(page)).toContainText('SKU-31'); // and it stays there
  await expect(page).toHaveURL(/images$/);
  await page.goBack();
  await expect(page).toHaveURL(/shelf$/);
});

const outbox = (page: Page) => page.getByRole('list', { name: 'Outbox' });
const newest = (page: Page) => outbox(page).getByRole('listitem').first();

/** Enters a weight and taps the task's main action. */
async function weigh(page: Page, weight: string, action: string): Promise<void> {
  await page.getByLabel('Weight', { exact: true }).fill(weight);
  await page.getByRole('button', { name: `${action} · ` }).click();
}

test('each task that writes: done, refused in the site’s words or else the service’s, and without a gateway saved and sent later', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await open(page, '/tasks/revert-off');
  for (const code of ['D-1005', 'S-99-X']) await burst(page, code);
  await expect(outbox(page)).toContainText('The shelf is unknown');
  await expect(page.getByRole('button', { name: 'Same shelf for all' })).toBeVisible(); // not the one that is refused
  for (const code of ['D-1001', 'S-01-A', 'D-9999', 'S-01-A']) await burst(page, code);
  await expect(outbox(page)).toContainText('The delivery is unknown');
  await page.getByRole('button', { name: 'Keep S-01-A for all' }).click();
  for (const code of ['D-1002', 'D-1003']) await burst(page, code);
  const kept = (shelf: string) => page.locator('.slot[data-fill=kept]').getByText(shelf);
  await expect(kept('S-01-A')).toBeVisible();
  await burst(page, 'S-02-A');
  await tap('Only once');
  await expect(said(page)).toContainText('S-02-A once, then S-01-A again.');
  await expect(kept('S-02-A')).toBeVisible(); // what is shown is what is saved
  await burst(page, 'D-1008');
  await expect(kept('S-01-A')).toBeVisible();
  await expect(said(page)).toContainText('D-1008 → S-02-A');
  await expect(page.locator('.slot').first()).not.toContainText('D-1008'); // it went to another shelf than stands under it
  await burst(page, 'S-02-A');
  await tap('No, S-01-A stays');
  await expect(page.getByRole('button', { name: 'Only once' })).toHaveCount(0);
  await expect
    .poll(async () => (await ran(gateway, 'RevertOff')).map(({ storeCode }) => storeCode))
    .toEqual(['S-99-X', ...Array<string>(4).fill('S-01-A'), 'S-02-A']);

  await open(page, '/tasks/bag');
  await burst(page, 'BAG-2001');
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await weigh(page, '1,25', 'Complete BAG-2001');
  await expect(outbox(page)).toContainText('Done');
  await tap('Reopen BAG-2001');
  await burst(page, 'BAG-2009'); // in another warehouse
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5009');
  await weigh(page, '1.5', 'Complete BAG-2009');
  await expect(outbox(page)).toContainText('ERR: BAG-2009 is in warehouse 2, not in 1');
  const complete = page.getByRole('button', { name: /^Complete / });
  await burst(page, 'BAG-9');
  await expect(said(page)).toContainText('unknown');
  await expect(page.locator('.pad, .weigh').locator('visible=true')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Complete|Reopen) / })).toHaveCount(0);
  await page.getByText('More', { exact: true }).click(); // it can be done still, by whoever means it
  await expect(complete).toBeVisible();
  await burst(page, 'BAG-2001');
  await expect(complete).toHaveClass(/button-primary/);

  await open(page, '/tasks/transfer');
  await burst(page, 'T-4001');
  await expect(answer(page)).toContainText('SZX');
  await expect(page.getByRole('button', { name: 'Close T-4001' })).toBeDisabled();
  await burst(page, 'T-4004');
  await expect(answer(page)).toContainText('BAG-2013');
  await tap('Close T-4004');
  await expect(newest(page)).toContainText(/T-4004[^]*Done/);
  await tap('Reopen T-4004');
  await expect(newest(page)).toContainText(/T-4004[^]*Done[^]*Open/);

  await open(page, '/tasks/weight');
  await burst(page, 'D-1002');
  await weigh(page, '2,5', 'Save D-1002');
  await expect(page.getByText('Choose kg, g or lb.').first()).toBeVisible();
  await page.getByText('lb', { exact: true }).click();
  await tap('Save D-1002 · 2.5 lb');
  await expect(newest(page)).toContainText(/D-1002[^]*Done/);
  await burst(page, 'D-9');
  await weigh(page, '1', 'Save D-9'); // the unit stays
  await expect(outbox(page)).toContainText('ERR: D-9 is no delivery');

  await open(page, '/tasks/transport-order');
  for (const code of ['TO-6001', 'I-8003', 'TO-6004', 'I-8003']) await burst(page, code);
  await expect(outbox(page)).toContainText(/TO-6001 → I-8003Done/);
  await expect(outbox(page)).toContainText('ERR: TO-6004 is departed');

  await open(page, '/tasks/external-code');
  await burst(page, 'EX-50003');
  await expect(answer(page)).toContainText('DD-70003');
  await burst(page, 'ORD-3');
  await expect(page.getByLabel('Order code')).toHaveValue('ORD-3');
  await expect(page.getByLabel('Remark')).toBeHidden(); // what may stay empty is a tap away
  await page.getByText('Short code, Remark').click();
  await expect(page.getByLabel('Remark')).toBeVisible();
  await tap('Store EX-50003 · ORD-3'); // short code and remark stay empty
  await expect(newest(page)).toContainText(/EX-50003[^]*Done/);
  await burst(page, 'EX-9');
  await expect(said(page)).toContainText('The delivery is unknown');
  await page.getByLabel('Order code').pressSequentially('ORD-9', { delay: 120 }); // a scan would be the next object
  await tap('Store EX-9 · ORD-9');
  await expect(outbox(page)).toContainText('The delivery is unknown');

  const before = (await gateway.executions()).length;
  await gateway.stop();
  await open(page, '/tasks/revert-off');
  for (const code of ['D-1004', 'D-1005']) await burst(page, code); // the shelf is kept still
  await expect(outbox(page).getByRole('listitem').first()).toContainText(/D-1005[^]*Waiting/);
  await expect(page.locator('.said')).toContainText('D-1005'); // Undo stands with it, and takes back what it names
  await page.getByRole('button', { name: /^Undo/ }).first().click(); // the newest: D-1005
  await open(page, '/tasks/transport-order');
  for (const code of ['TO-6002', 'I-8004']) await burst(page, code);
  await open(page, '/tasks/weight');
  await burst(page, 'D-1005');
  await page.getByText('kg', { exact: true }).click(); // it is chosen anew where the page is
  await weigh(page, '3', 'Save D-1005');
  await open(page, '/tasks/external-code');
  for (const code of ['EX-50004', 'ORD-4']) await burst(page, code);
  await tap('Store EX-50004 · ORD-4');
  await expectRows(page, { answered: 17, waiting: 4, cancelled: 1 });
  await gateway.start();
  await expectRows(page, { answered: 21, cancelled: 1 });
  const later = (await gateway.executions()).slice(before).map(({ operation }) => operation);
  // Four lanes: none waits for another.
  expect(later.filter((operation) => !operation.startsWith('Get')).toSorted()).toEqual([
    'ChangeTransportOrder',
    'OrderCodeExStorage',
    'ResetWeightClone',
    'RevertOff',
  ]);
  expect(await ran(gateway, 'RevertOff')).toContainEqual({ deliveryCode: 'D-1004', storeCode: 'S-01-A', userID: '7' });
});
