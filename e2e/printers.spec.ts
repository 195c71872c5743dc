import type { Page } from '@playwright/test';
import { expectRows, openWithDemo, readyToScan, startWithDemo } from './rig/app.ts';
import { moveTo } from './rig/inPage.ts';
import { DRAWN_PATH } from '#wire/prints.ts';
import { pretendPrinters, printed } from './rig/pretendedPrinters.ts';
import { labelsAtPort, pretendPrinterPort } from './rig/printerPort.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

const STICKER = 'PRN-DEMO';
const band = (page: Page) => page.locator('.band');
const panel = (page: Page) => page.locator('.at-printer');

/** Opens the task of labels as the smallest handheld shows it. */
async function openPrint(page: Page, origin: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${origin}/tasks/print-kjy`);
  await readyToScan(page);
}

/** Opens that task with the printer chosen. @param next - how the jobs that are asked for stand at first */
async function openAtPrinter(
  handheld: Parameters<typeof openWithDemo>[0],
  gateway: Parameters<typeof openWithDemo>[1],
  next?: Parameters<Awaited<ReturnType<typeof pretendPrinters>>['next']>[0],
) {
  const page = await openWithDemo(handheld, gateway);
  const printers = await pretendPrinters(page);
  if (next) printers.next(next);
  await openPrint(page, gateway.origin);
  await burst(page, STICKER);
  return { page, printers };
}

test('a scan of a printer’s sticker chooses it on any screen, and is an order nowhere @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await pretendPrinters(page);
  await openPrint(page, gateway.origin);
  await expect(page.getByText('scan a printer’s sticker')).toBeVisible();
  await burst(page, STICKER);
  await expect(band(page)).toContainText('Labels come out of Demo printer.');
  await expect(page.locator('.printer-head')).toContainText('Demo printer ready');
  await expectRows(page, {});
  await page.reload();
  await expect(page.locator('.printer-head')).toContainText('Demo printer ready'); // kept for this worker

  await page.goto(`${gateway.origin}/settings`);
  await page.getByText('No printer: this handheld’s own print').click();
  await page.evaluate(moveTo, '/');
  await readyToScan(page);
  await burst(page, STICKER);
  await expect(page.locator('.notice')).toContainText('Labels come out of Demo printer.');
  await expect(page.getByText(STICKER)).toHaveCount(0);
  await page.goto(`${gateway.origin}/tasks/revert-off`);
  await readyToScan(page);
  await burst(page, STICKER);
  await expect(band(page)).toContainText('Labels come out of Demo printer.');
  await burst(page, 'D-1001');
  await burst(page, STICKER);
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
});

test('with a printer chosen one scan puts a label on paper, without a tap, and says what is true of it @promise', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway, { state: 'sending' });
  await burst(page, 'D-1022');
  await expect(panel(page)).toContainText('Printing D-1022');
  await expect(page.locator('.label-picture, .label-pdf')).toHaveCount(0); // nobody has asked to see it
  await expect(page.locator('.dock').getByRole('button', { name: /^Print/ })).toHaveCount(0);
  printers.set({ state: 'sending', cause: 'paper-out' });
  await expect(band(page)).toContainText('D-1022: paper out');
  printers.set(printed);
  await expect(band(page)).toContainText('Printed: D-1022');
  await expect(panel(page)).toContainText('Printed D-1022');
  await page.getByText('Show the label').click();
  await expect(page.locator('.label-picture, .label-pdf').first()).toBeVisible();

  printers.next({ state: 'printed', knownBy: 'taken' });
  await burst(page, 'D-1023');
  await expect(band(page)).toContainText('Taken by the printer: D-1023');
  printers.next({ state: 'printed', knownBy: 'handed' });
  await burst(page, 'D-1024');
  await expect(band(page)).toContainText('Handed to the print server: D-1024');
  expect(new Set(printers.asked).size).toBe(3);
});

test('a label that is at a printer, or out of it, is not printed once more from its call by a tap: a copy is asked about @promise', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway, { state: 'sending' });
  await burst(page, 'D-1022');
  await expect(panel(page)).toContainText('Printing D-1022');
  await page.evaluate(moveTo, '/queue/1');
  const answer = page.getByRole('region', { name: 'Label' });
  const print = page.getByRole('button', { name: /^Print( D-1022| here)?$/ });
  await expect(answer.getByText('Other ways')).toBeVisible();
  await expect(print).toHaveCount(0);
  printers.set(printed);
  await expect(page.locator('.standing')).toContainText('Printed');
  await expect(answer.getByText('Other ways')).toBeVisible();
  await answer.getByText('Other ways').click();
  await expect(print).toHaveCount(0);
  const download = page.waitForEvent('download');
  await answer.getByRole('button', { name: 'Save as a file' }).first().click();
  await download;
  await page.reload();
  await expect(page.locator('.standing')).toContainText('Printed'); // a file of it is no label that was handed over
});

test('three orders scanned in a hurry are three jobs in their order, each after the one before is on paper @promise', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway, { state: 'sending' });
  for (const code of ['D-1001', 'D-1002', 'D-1003']) await burst(page, code);
  await expectRows(page, { answered: 3 });
  await expect(panel(page)).toContainText('D-1001');
  await expect(panel(page)).toContainText('2 labels wait behind it.');
  expect(printers.asked).toHaveLength(1);
  printers.set(printed);
  await expect(panel(page)).toContainText('D-1002');
  await expect.poll(() => printers.asked.length).toBe(2);

  // the first that is not sure stops the batch, and a person's word goes on with it
  printers.set({ state: 'unknown', cause: 'cut' });
  await expect(panel(page)).toContainText('Did D-1002 come out?');
  await burst(page, 'D-1004');
  await expectRows(page, { answered: 4 });
  expect(printers.asked).toHaveLength(2);
  await expect(panel(page)).toContainText('2 labels wait behind it.');
  printers.next(printed);
  await page.getByRole('button', { name: 'Yes, D-1002 came out' }).click();
  await expect.poll(() => printers.asked.length).toBe(4);
  await expect(band(page)).toContainText('Printed: D-1004');
});

test('a label that nobody knows of takes one tap: it came out, or its next copy is printed @promise', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway, { state: 'unknown', cause: 'cut' });
  await burst(page, 'D-1022');
  await expect(band(page)).toContainText('Check it: D-1022: the connection was cut');
  await expect(panel(page)).toContainText('Did D-1022 come out?');
  await page.goto(gateway.origin);
  await expect(page.locator('a.status')).toContainText('1'); // it waits for this worker
  await page.goBack();
  printers.next(printed);
  await page.getByRole('button', { name: 'Print D-1022 again (copy 2)' }).click();
  await expect(panel(page)).toHaveCount(0);
  expect(printers.said).toEqual([expect.stringMatching(/\.c1 again$/)]);
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(1);
});

test('a page that is killed before the job, or while it is printed, goes on with the same job and makes no second one @promise', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway);
  printers.away(true);
  await burst(page, 'D-1022');
  await expectRows(page, { answered: 1 });
  await expect(panel(page)).toContainText('Waits D-1022');
  printers.next({ state: 'sending' });
  printers.away(false);
  await page.reload(); // between the answer and the job
  await expect(panel(page)).toContainText('Printing D-1022');
  await page.reload(); // between the job and its end
  await expect(panel(page)).toContainText('Printing D-1022');
  printers.set(printed);
  await expect(panel(page)).toHaveCount(0);
  expect(new Set(printers.asked).size).toBe(1);
});

test('what the gateway refuses is said in one sentence, and the label goes by the other ways', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway, {
    state: 'refused',
    cause: 'command',
    detail: '~DY',
  });
  await burst(page, 'D-1022');
  await expect(band(page)).toContainText('Not printed: D-1022: command not allowed: ~DY');
  await burst(page, 'D-1023');
  await expectRows(page, { answered: 2 });
  expect(printers.asked).toHaveLength(1);
  printers.next(printed);
  await expect(page.getByRole('button', { name: 'Print D-1022', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Do not print D-1022' }).click();
  await expect.poll(() => printers.asked.length).toBe(2);
  await page.evaluate(moveTo, '/queue/1');
  await expect(page.locator('.standing')).toContainText('Not printed');
});

test('a label whose printer has no paper is taken back before it began, and goes by the other ways', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  const printers = await pretendPrinters(page);
  printers.next({ state: 'queued', cause: 'paper-out' });
  printers.stand({ is: 'waits', cause: 'paper-out', queued: 1 });
  await openPrint(page, gateway.origin);
  await burst(page, STICKER);
  await expect(page.locator('.printer-head')).toContainText('Demo printer paper out · 1 waits');
  await burst(page, 'D-1022');
  await expect(panel(page)).toContainText('paper out');
  await page.getByRole('button', { name: 'Take D-1022 back' }).click();
  await expect(page.locator('.dock').getByRole('button', { name: 'Print D-1022', exact: true })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('a label that comes out of another printer than the chosen one names it in the band and in its row', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway, { state: 'queued' });
  await burst(page, 'D-1022');
  await expect(panel(page)).toContainText('Waits D-1022');
  await expect(page.locator('.list')).not.toContainText('Demo printer');
  await page.evaluate(moveTo, '/settings');
  await page.getByText('No printer: this handheld’s own print').click();
  await page.evaluate(moveTo, '/tasks/print-kjy');
  await readyToScan(page);
  await expect(panel(page)).toContainText('Waits D-1022');
  printers.set(printed);
  await expect(page.locator('.list')).toContainText('Printed');
  await expect(page.locator('.list')).toContainText('Demo printer');
});

test('without a gateway a label waits for a person, with a printer chosen as without one', async ({
  gateway,
  handheld,
}) => {
  const { page, printers } = await openAtPrinter(handheld, gateway);
  await gateway.stop();
  await burst(page, 'D-1003');
  await expectRows(page, { asking: 1 });
  await expect(page.getByText('Not printed: D-1003 waits for you')).toBeVisible();
  await gateway.start();
  await page.locator('.filled', { hasText: 'D-1003' }).getByRole('button', { name: 'Get label D-1003' }).click();
  await expect(band(page)).toContainText('Printed: D-1003');
  expect(printers.asked).toHaveLength(1);
});

test('with the demo printer three orders scanned in a hurry come out of it in their order, each once @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway); // nothing stands in the gateway's place here
  await openPrint(page, gateway.origin);
  await burst(page, STICKER);
  for (const code of ['D-1001', 'D-1002', 'D-1003']) await burst(page, code);
  await expect(band(page)).toContainText('Printed: D-1003');
  await page.goto(`${gateway.origin}/gateway/printers/paper`);
  await expect(page.locator('.papers article')).toHaveCount(3);
  const titles = await page.locator('.papers title').allTextContents();
  expect(titles.map((title) => /DD-7000\d/.exec(title)?.[0])).toEqual(['DD-70003', 'DD-70002', 'DD-70001']);
});

test('without a network no label is drawn: one sentence says so, and it is shared or saved all the same', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.route(`**${DRAWN_PATH}`, (route) => route.abort());
  await openPrint(page, gateway.origin);
  await burst(page, 'D-1001');
  await expect(page.getByText('Offline: no picture of the label.')).toBeVisible();
  await page.getByText('Other ways').click();
  await expect(page.getByRole('button', { name: 'Save as a file' }).first()).toBeVisible();
  await page.unroute(`**${DRAWN_PATH}`);
  await page.getByRole('button', { name: 'Show the label' }).click();
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();
});

test('a sticker that is scanned while something is asked changes nothing', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await pretendPrinters(page);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expect(page.locator('.panel')).toContainText('D-1001');
  await page.evaluate(moveTo, '/tasks/print-kjy');
  await expect(band(page)).toContainText('D-1001 was scanned. What is it?');
  await burst(page, STICKER);
  await expect(band(page)).toContainText('Demo printer is not used');
  await expect(page.locator('.printer-head')).toContainText('come out of no printer');
});

test('a sticker that is scanned while a copy is asked about leaves the question, and chooses nothing @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await pretendPrinters(page);
  await openPrint(page, gateway.origin);
  await burst(page, 'D-1022');
  await burst(page, 'D-1023');
  await expectRows(page, { answered: 2 });
  await burst(page, 'D-1022');
  const copy = page.getByRole('button', { name: /copy 2/ });
  await expect(copy).toBeVisible();
  const asked = await band(page).innerText();
  await burst(page, STICKER);
  await expect(band(page)).toHaveText(asked, { useInnerText: true });
  await expect(copy).toBeVisible();
  await expect(page.locator('.printer-head')).toContainText('come out of no printer');
});

test('a sticker chooses nothing while a scan of no task waits; else its notice goes with the next scan or screen @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await pretendPrinters(page);
  await page.goto(gateway.origin);
  await readyToScan(page);
  const notice = page.locator('.notice', { hasText: 'Labels come out of' });
  await burst(page, STICKER);
  await expect(notice).toBeVisible();
  await expect(notice.getByRole('button')).toHaveCount(0);
  await page.evaluate(moveTo, '/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.evaluate(moveTo, '/');
  await readyToScan(page);
  await burst(page, STICKER);
  await expect(notice).toBeVisible();
  await burst(page, 'D-1001');
  await expect(page.locator('.panel')).toContainText('D-1001');
  await expect(notice).toHaveCount(0);
  await page.evaluate(moveTo, '/settings');
  await page.getByText('No printer: this handheld’s own print').click();
  await page.evaluate(moveTo, '/');
  await readyToScan(page);
  await burst(page, STICKER);
  await expect(page.locator('.panel')).toContainText('D-1001');
  await page.evaluate(moveTo, '/settings');
  await expect(page.getByRole('radio', { name: 'No printer: this handheld’s own print' })).toBeChecked();
});

const atHandheld = { name: 'Cart printer', code: 'PRN-CART', way: 'handheld', language: 'zpl' } as const;

test.describe('a printer at the handheld', () => {
  test.use({ site: { printers: [atHandheld] } });

  test('it is connected by one tap, and prints what the gateway gives out, once for each scan @promise', async ({
    gateway,
    handheld,
  }) => {
    const { page } = await handheld.open();
    await page.addInitScript(pretendPrinterPort);
    await startWithDemo(page, gateway);
    const printers = await pretendPrinters(page, { printer: 'PRN-CART' });
    printers.next({ state: 'queued', cause: 'no-handheld' });
    await openPrint(page, gateway.origin);
    await burst(page, 'PRN-CART');
    await burst(page, 'D-1022');
    await expect(panel(page)).toContainText('waits for its handheld');
    await page.getByRole('button', { name: 'Connect the printer' }).click();
    await expect(band(page)).toContainText('Printed: D-1022');
    expect(await labelsAtPort(page)).toHaveLength(1);
    expect(printers.told).toEqual(['leaves', 'printed']);

    await page.reload(); // the browser keeps what was chosen
    await readyToScan(page);
    await burst(page, 'D-1023');
    await expect(band(page)).toContainText('Printed: D-1023');
    await expect(page.getByRole('button', { name: 'Connect the printer' })).toHaveCount(0);
    expect(await labelsAtPort(page)).toHaveLength(1);
    expect(await gateway.executions('PrintKJYOrder')).toHaveLength(2);
  });

  test('a browser without a serial port says so in one sentence', async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await page.addInitScript(() => Object.defineProperty(navigator, 'serial', { value: undefined }));
    await startWithDemo(page, gateway);
    await pretendPrinters(page, { printer: 'PRN-CART' });
    await openPrint(page, gateway.origin);
    await burst(page, 'PRN-CART');
    await expect(page.getByText('This browser reaches no printer at the handheld')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect the printer' })).toHaveCount(0);
  });

  test('a printer that the site has no more is forgotten, and the worker is told', async ({ gateway, handheld }) => {
    const page = await openWithDemo(handheld, gateway);
    await pretendPrinters(page, { printer: 'PRN-CART' });
    await openPrint(page, gateway.origin);
    await burst(page, 'PRN-CART');
    await expect(band(page)).toContainText('Labels come out of Cart printer.');
    await gateway.configure({ printers: [{ ...atHandheld, code: 'PRN-OTHER', name: 'Other printer' }] });
    await gateway.stop();
    await gateway.start();
    await page.reload();
    await expect(page.locator('.notice')).toContainText('This site has Cart printer no more');
    await expect(page.locator('.printer-head')).toContainText('come out of no printer');
  });
});
