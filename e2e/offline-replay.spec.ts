import { expectRows, openRevertOff, readyToScan, scanPair, openAtRevertOff, startAtRevertOff } from './rig/app.ts';
import { claimCall } from './rig/seedHistory.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

const pairs = Array.from(
  { length: 20 },
  (_, index) => [`D-${1001 + index}`, `S-${String(index + 1).padStart(2, '0')}-A`] as const,
);

onDisk(
  '20 pairs scanned without a gateway reach the service exactly once and in order, over a reload and a dead battery @promise',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startAtRevertOff(first.page, gateway);
    await gateway.kill();

    for (const [delivery, shelf] of pairs.slice(0, 10)) await scanPair(first.page, delivery, shelf);
    await expectRows(first.page, { waiting: 10 });
    await first.page.reload();
    await readyToScan(first.page);
    for (const [delivery, shelf] of pairs.slice(10)) await scanPair(first.page, delivery, shelf);
    await expectRows(first.page, { waiting: 20 });
    await expect(first.page.getByRole('link', { name: /20 Waiting/ })).toBeVisible();

    await handheld.kill();
    const { page } = await handheld.open();
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('.asmx')) bodies.push(request.postData() ?? '');
    });
    await openRevertOff(page, gateway);
    await expectRows(page, { waiting: 20 });
    await gateway.start();
    await expectRows(page, { answered: 20 });

    const executions = await gateway.executions('RevertOff');
    const texts = (index: number) => Object.fromEntries(executions[index]?.parameters ?? []);
    expect(executions.map((_, index) => [texts(index)['deliveryCode'], texts(index)['storeCode']])).toEqual(pairs);
    for (const { order } of executions) expect(order).toEqual(['deliveryCode', 'storeCode', 'apiKey', 'userID']);
    const sent = bodies.map((body) => [...new URLSearchParams(body).keys()]);
    expect(sent).toHaveLength(20);
    for (const names of sent) expect(names).toEqual(['deliveryCode', 'storeCode', 'apiKey', 'userID']);
    await expect(page.getByRole('link', { name: /0 Waiting/i })).toBeVisible();
  },
);

test('a scan made while the gateway hangs is saved at once and sent once', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 3_000 });
  await scanPair(page, 'D-1001', 'S-01-A');
  const row = page.locator('li.row').filter({ hasText: 'D-1001' });
  await expect(row).toContainText('Sending');
  await expect(row.getByRole('button', { name: 'Undo' })).toHaveCount(0); // it is on its way
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { sending: 1, waiting: 1 });
  await expectRows(page, { answered: 2 });
  expect(await gateway.executions('RevertOff')).toHaveLength(2);
});

test('a network that goes is said at once, where nothing was being sent', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  const network = page.locator('.gateway-state');
  await expect(network).toContainText('Online');
  await context.setOffline(true);
  await expect(page.locator('.top-words')).toHaveText('Offline: all is kept.');
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(network.locator('.icon')).toBeHidden(); // the words have its room: they stand in one line
  await context.setOffline(false);
  await expect(network).toContainText('Online');
});

onDisk(
  'a dead battery between the service acting and its answer leads to no second action @promise',
  async ({ gateway, handheld }) => {
    const first = await handheld.open();
    await startAtRevertOff(first.page, gateway);
    await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 4_000 });
    await scanPair(first.page, 'D-1001', 'S-01-A');
    await expect.poll(async () => (await gateway.executions('RevertOff')).length).toBe(1);
    await handheld.kill();

    const { page } = await handheld.open();
    await openRevertOff(page, gateway);
    await expectRows(page, { answered: 1 });
    expect(await gateway.executions('RevertOff')).toHaveLength(1);
  },
);

test('Undo takes a scan back first, then the newest pair that was not sent; it is said, and never sent @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeDisabled();
  await gateway.kill();
  await scanPair(page, 'D-1001', 'S-01-A');
  await scanPair(page, 'D-1002', 'S-02-A');
  await burst(page, 'D-1003');
  await expect(page.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await undo.dblclick(); // a hand that shakes
  await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
  await expectRows(page, { waiting: 2 });
  await page.reload(); // what was saved before it can be taken back all the same
  await undo.dblclick();
  await expect(page.locator('.said')).toContainText(/Taken back.*It was never sent: D-1002/);
  await expectRows(page, { waiting: 1, cancelled: 1 });
  await gateway.start();
  await expectRows(page, { answered: 1, cancelled: 1 });
  const sent = (await gateway.executions('RevertOff')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(sent).toMatchObject([{ deliveryCode: 'D-1001' }]);
});

test('Undo of a pair that is just being tried says so: no tap is dead', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.kill();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(page.locator('.said')).toContainText('Saved: D-1001');
  await expect(page.getByRole('listitem').filter({ hasText: 'Waiting' })).toBeVisible();
  await expect(undo).toBeEnabled();
  // As another page does, of which this one has not heard yet: the tap comes in the same moment.
  await page.evaluate(
    `(${claimCall.toString()})().then(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Undo').click())`,
  );
  await expect(page.locator('.said')).toContainText('D-1001 → S-01-A is being sent just now');
  await expectRows(page, { sending: 1 });
});
