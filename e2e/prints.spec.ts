import type { Page } from '@playwright/test';
import { expectRows, readyToScan, startWithDemo, openWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { moveTo } from './rig/inPage.ts';

test.use({ worker: 'blocked' });

/** Returns what the handheld vibrated on the page that is open, the last one last. */
const feltOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { felt: string[] }).felt);

/** Opens a task as the smallest handheld shows it. */
async function openSmall(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(address);
  await readyToScan(page);
}

/** Makes an answer of a call one that a rule has found: the longest state there is. */
const markByRule = (page: Page, seq: number): Promise<void> =>
  page.evaluate(async (key) => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const tx = opening.result.transaction('calls', 'readwrite');
    const done = new Promise((resolve) => tx.addEventListener('complete', resolve));
    const got = tx.objectStore('calls').get(key);
    got.addEventListener('success', () => {
      tx.objectStore('calls').put({
        ...got.result,
        label: undefined,
        result: { ...got.result.result, verdict: 'by-rule' },
      });
    });
    await done;
    opening.result.close();
  }, seq);

test('a label is printed at once, a second one is asked about, and one asked for without a gateway waits for a person @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    const felt: string[] = [];
    Object.assign(globalThis, { felt });
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: number[]) => felt.push(pattern.join()) > 0 });
  });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/print-kjy`);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expectRows(page, { answered: 1 });
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();
  await expect.poll(() => feltOn(page)).toHaveLength(2); // asked for, and answered
  const [, answered = ''] = await feltOn(page);

  await burst(page, 'D-1002');
  await expectRows(page, { answered: 2 });
  await burst(page, 'D-1001');
  await page.getByRole('button', { name: 'Get copy 2 D-1001' }).click();
  await expectRows(page, { answered: 3 });
  await expect(page.getByRole('figure', { name: /Label: .*copy 2/ })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 640 });
  await gateway.stop();
  await burst(page, 'D-1003');
  await expectRows(page, { answered: 3, asking: 1 });
  await expect(page.getByText('Not printed: D-1003 waits for you')).toBeVisible();
  await burst(page, 'D-1004');
  await burst(page, 'D-1005');
  await burst(page, 'D-1014');
  await expectRows(page, { answered: 3, asking: 4 });
  await expect(page.locator('a.status')).toContainText('7 Print?');
  await expect(page.locator('.top-words')).toContainText('4 labels are not printed.');
  await page.getByRole('link', { name: 'All tasks' }).or(page.locator('.top-link').first()).first().click();
  await gateway.start();
  await expect(page.getByText('4 labels wait for you.')).toBeVisible({ timeout: 40_000 });
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(3); // it is back, and nothing was printed by itself
  await page.getByRole('link', { name: 'Print now', exact: true }).click();
  await page.locator('.filled', { hasText: 'D-1003' }).getByRole('button', { name: 'Get label D-1003' }).click();
  await expectRows(page, { answered: 4, asking: 3 });
  await expect.poll(async () => (await feltOn(page)).at(-1)).toBe(answered);
  await page
    .getByRole('region', { name: 'Asked for just now' })
    .getByRole('link', { name: /D-1003/ })
    .click();
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();

  // on the screen of a call, which a label that waits leads to
  await page.goto(`${gateway.origin}/queue`);
  await page
    .locator('.filled')
    .getByRole('link', { name: /D-1005/ })
    .click();
  await page.getByRole('button', { name: 'Get label D-1005' }).click();
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();
  await expect.poll(() => feltOn(page)).toEqual([answered]);

  // on the screen of the task it is shown as one that was printed at once, with its signal, and it is in its list
  await page.goto(`${gateway.origin}/tasks/print-kjy`);
  await readyToScan(page);
  const list = page.getByRole('list', { name: 'Outbox' });
  await expect(list.getByRole('link', { name: /D-1004/ })).toBeVisible();
  await page.locator('.filled', { hasText: 'D-1004' }).getByRole('button', { name: 'Get label D-1004' }).click();
  await expect(page.getByText('Asked for the label of D-1004')).toBeVisible();
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();
  await expect.poll(async () => (await feltOn(page)).at(-1)).toBe(answered);
  await expect(list.getByRole('link', { name: /D-1004/ })).toContainText('Label D-1004, copy 1');
  await expect(list.getByText(/\^XA|"zpl"/)).toHaveCount(0);
  await page.reload();
  await expect(list.getByRole('link', { name: /D-1004/ })).toContainText('Print?'); // fetched, and not handed over
  await page.locator('.filled', { hasText: 'D-1014' }).getByRole('button', { name: 'Do not print' }).click();
  await expectRows(page, { answered: 6, cancelled: 1 });

  // in the list of all calls on two lines, also beside the longest state
  await markByRule(page, 2);
  await page.goto(`${gateway.origin}/queue`);
  await page.getByRole('link', { name: /all calls/i }).click();
  const row = page.locator('.history-row', { hasText: 'D-1002' });
  await expect(row).toContainText('Print KJY order');
  const state = row.locator('.row-foot', { hasText: 'by look-up' });
  expect(await state.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
  expect(await row.locator('.row-open').evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true);

  // shown again from the history, without asking the service; another copy is asked for by a person who knows the number
  await page.goto(`${gateway.origin}/queue/1`);
  await expect(page.getByRole('figure', { name: /Label: .*copy 1/ })).toBeVisible();
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(6);
  await page.getByText('Another copy', { exact: true }).click();
  await page.getByRole('button', { name: 'Ask the service for another copy' }).click();
  await page.getByRole('button', { name: 'Get copy 3 D-1001' }).click();
  await expectRows(page, { answered: 7, cancelled: 1 });
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(7);
});

test('a handheld that cannot print or share says which way is closed, and a test label asks nobody', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'print', { value: undefined });
    Object.defineProperty(navigator, 'canShare', { value: () => false });
  });
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/print-cn`);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expect(page.getByText('Enter the company.').first()).toBeVisible();
  await expect(page.locator('.hero .prompt')).toHaveText('Enter the company');
  await page.getByLabel('Company', { exact: true }).pressSequentially('ACME', { delay: 150 }); // by hand: faster is a scanner
  await page.getByRole('button', { name: 'Get label D-1001', exact: true }).click();
  await expectRows(page, { answered: 1 });
  const [print] = await gateway.executions('PrintCNOrder');
  expect(Object.fromEntries(print?.parameters ?? [])).toMatchObject({ code: 'D-1001', company: 'ACME' });

  // it stays for the next label, and is offered where another one was typed since
  await page.reload();
  await page.getByRole('button', { name: 'ACME · change' }).click();
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('ACME');
  await expect(page.getByText('the short name of the carrier')).toBeVisible();
  await page.getByLabel('Company', { exact: true }).fill('');
  await page.getByRole('button', { name: 'ACME' }).click();
  await expect(page.getByRole('button', { name: 'ACME · change' })).toBeVisible(); // one line again

  await page.goto(`${gateway.origin}/tasks/print-kjy`);
  await page.getByText('Print a test label').click();
  await expect(page.getByRole('figure', { name: /TEST-0123/ })).toBeVisible();
  await page.getByRole('button', { name: 'Print from this handheld' }).click();
  await expect(page.getByText('This browser cannot print')).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click(); // it has opened: it is the way that is left
  await expect(page.getByText('This browser gives no labels to other apps')).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await file).suggestedFilename()).toBe('test-label.zpl');
  expect(await gateway.executions('PrintKJYOrder')).toEqual([]);
});

test('one scan makes a label, and the Print of the dock prints it and nothing else', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => {
    // The label's own document in its frame, or else the page, whose pictures are all that is left to print.
    Object.defineProperty(window, 'print', {
      value() {
        const top = globalThis.top as unknown as { times?: number };
        top.times = (top.times ?? 0) + 1;
        const isFrame = globalThis.top !== globalThis.self;
        const seen = `${document.querySelectorAll('.label-picture').length} ${document.documentElement.dataset['prints']}`;
        Object.assign(globalThis.top ?? {}, { prints: isFrame ? document.contentType : seen });
      },
    });
  });
  await startWithDemo(page, gateway);
  await openSmall(page, `${gateway.origin}/tasks/print-kjy`);
  await burst(page, 'D-1001');
  await expect(page.getByRole('heading', { name: 'Label ready: D-1001' })).toBeVisible();
  await page.getByRole('button', { name: 'Print D-1001', exact: true }).click();
  const prints = () => page.evaluate(() => (globalThis as { prints?: string }).prints);
  await expect.poll(prints).toBe('application/pdf');
  const band = page.locator('.band');
  await expect(band).toContainText('D-1001 for printing. See that it comes out.');
  await expect(page.locator('.hero .prompt')).toHaveText('Scan the order');
  const here = page.getByRole('button', { name: 'Print from this handheld' });
  await expect(here).toHaveCount(0); // there is one way to print
  await expect(page.getByRole('button', { name: 'Print D-1001', exact: true })).toHaveCount(0);
  await page.getByText('Other ways').click();
  await here.click(); // the picture of its ZPL
  await expect.poll(prints).toBe('1 label');
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(1);

  // a second tap asks, as a second scan does
  const times = () => page.evaluate(() => (globalThis as { times?: number }).times);
  await page.getByRole('button', { name: 'Print again' }).click();
  await expect(band).toContainText('D-1001 was handed over for printing once. Print it again?');
  expect(await times()).toBe(2);
  await page.getByRole('button', { name: 'Do not print' }).click();
  await page.getByRole('button', { name: 'Print again' }).click();
  await page.getByRole('button', { name: 'Print D-1001', exact: true }).click();
  await expect.poll(times).toBe(3);
  await expect(band).toContainText('D-1001 for printing. See that it comes out.');

  await burst(page, 'D-1002');
  await expect(page.getByRole('figure', { name: /DD-70002/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print D-1002', exact: true })).toBeVisible();
});

test('a label is a picture with one button that prints it, and nobody reads the letters of its file, wherever it is shown @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await openSmall(page, `${gateway.origin}/tasks/print-kjy`);
  await burst(page, 'D-1001');
  const figure = page.getByRole('figure', { name: /Label: .*copy 1/ });
  const prints = page.getByRole('button', { name: /^Print/ }).locator('visible=true');
  const office = `${gateway.origin}/gateway/ledger/one?key=`;
  for (const address of [undefined, '/queue/1']) {
    if (address) await page.goto(gateway.origin + address);
    await expect(figure).toBeVisible();
    await expect(prints).toHaveCount(1);
    await expect(prints).toContainText('D-1001');
    for (const summary of await page.locator('.page-body summary').all())
      if (await summary.isVisible()) await summary.click();
    const said = await page.locator('.page').innerText();
    expect(said).toMatch(/\[PDF, \d+ kB\]/);
    expect(said).not.toMatch(/JVBERi0|[A-Za-z0-9+/]{100}/);
  }
  const key = await page
    .locator('.facts', { hasText: /[0-9a-f]{8}-/ })
    .first()
    .innerText();
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(key) ?? [];
  await page.goto(office + id);
  const told = await page.locator('main').innerText();
  expect(told).toMatch(/\[PDF, \d+ kB\]/);
  expect(told).not.toMatch(/JVBERi0|[A-Za-z0-9+/]{100}/);
});

test('a CN label: its company is one line once it is known, and the band says in sight that the label was handed over', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.addInitScript(() => Object.defineProperty(window, 'print', { value: () => undefined }));
  await startWithDemo(page, gateway);
  await openSmall(page, `${gateway.origin}/tasks/print-cn`);
  await burst(page, 'D-1003');
  await page.getByRole('button', { name: 'YTO' }).click();
  await expect(page.getByLabel('Company', { exact: true })).toHaveCount(0);
  const folded = page.getByRole('button', { name: 'YTO · change' });
  await expect(folded).toBeInViewport({ ratio: 1 });
  const ready = page.getByRole('heading', { name: 'Label ready: D-1003' });
  await expect(ready).toBeVisible();
  const dock = await page.locator('.dock').boundingBox();
  const stands = await ready.boundingBox();
  expect((stands?.y ?? 0) + (stands?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
  await page.getByRole('button', { name: 'Print D-1003', exact: true }).click();
  await expect(page.locator('.band')).toContainText('D-1003 for printing. See that it comes out.');
  await page.getByRole('button', { name: 'Print again' }).click();
  await page.getByRole('button', { name: 'Do not print' }).click();
  await folded.click();
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('YTO');
  await page.getByLabel('Company', { exact: true }).fill('');
  await page.getByLabel('Company', { exact: true }).pressSequentially('ZT', { delay: 150 }); // by hand
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('ZT'); // not folded under what is typed
});

test('while a second label of a code is asked about no other label can be printed, and each button names what it prints', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await openSmall(page, `${gateway.origin}/tasks/print-kjy`);
  await burst(page, 'D-1022');
  await expectRows(page, { answered: 1 });
  await burst(page, 'D-1023');
  await expect(page.getByRole('heading', { name: 'Label ready: D-1023' })).toBeVisible();
  await expect(page.locator('.dock').getByRole('button', { name: 'Print D-1023', exact: true })).toBeVisible();

  await burst(page, 'D-1022');
  await expect(page.getByRole('button', { name: 'Get copy 2 D-1022' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Label ready/ })).toBeHidden();
  await expect(page.locator('.label-picture, .label-pdf')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /D-1023/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Do not print' }).click();
  await expect(page.getByRole('heading', { name: 'Label ready: D-1023' })).toBeVisible();
  await expect(page.locator('.dock').getByRole('button', { name: 'Print D-1023', exact: true })).toBeVisible();
  expect(await gateway.executions('PrintKJYOrder')).toHaveLength(2);
});

test('a label of a code that was scanned on another screen is not asked for by opening the task, only on a word', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expect(page.locator('.panel')).toContainText('D-1001');
  await page.clock.setSystemTime(Date.now() + 3 * 60_000);
  await page.evaluate(moveTo, '/tasks/print-kjy'); // as a tap on its tile
  const offered = page.locator('.band', { hasText: 'D-1001 was scanned. What is it?' });
  await expect(offered).toContainText('3 min ago');
  await expectRows(page, {});
  await burst(page, 'D-1002');
  await expect(offered).toContainText('D-1002 is not used');
  await expectRows(page, {});
  await page.getByRole('button', { name: 'It is the order' }).click();
  await expectRows(page, { answered: 1 });
  await expect(offered).toBeHidden();
  await burst(page, 'D-1002');
  await expectRows(page, { answered: 2 });
  const printed = (await gateway.executions('PrintKJYOrder')).map(({ parameters }) => Object.fromEntries(parameters));
  expect(printed.map(({ code }) => code)).toEqual(['D-1001', 'D-1002']);
});

test('a company typed with no field in focus is the company, with Enter and without; what no field asks for is told, and nothing is done @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await openSmall(page, `${gateway.origin}/tasks/print-cn`);
  const company = page.getByLabel('Company', { exact: true });
  const hero = page.locator('.hero');
  const byHand = async (text: string): Promise<void> => {
    await page.keyboard.type(text, { delay: 150 });
    await expect(hero).toContainText(text);
  };
  await burst(page, 'D-1001');
  await expect(hero.locator('.prompt')).toHaveText('Enter the company');
  await byHand('ACME');
  await page.getByRole('button', { name: 'Get label D-1001', exact: true }).click();
  await expectRows(page, { answered: 1 });

  await page.getByRole('button', { name: 'ACME · change' }).click();
  await company.fill('');
  await page.locator('.hero').click(); // away from the field
  await burst(page, 'D-1002');
  await byHand('BETA');
  await page.keyboard.press('Enter');
  await expect(company).toHaveValue('BETA');
  await byHand('GAMMA');
  await page.getByRole('button', { name: 'Get label D-1002', exact: true }).click();
  await expect(page.locator('.band')).toContainText('GAMMA was typed into no field, and is not taken.');
  await expect(hero).not.toContainText('GAMMA');
  await expectRows(page, { answered: 1 });
  await page.getByRole('button', { name: 'Get label D-1002', exact: true }).click();
  await expectRows(page, { answered: 2 });
  const prints = await gateway.executions('PrintCNOrder');
  expect(prints.map(({ parameters }) => Object.fromEntries(parameters)['company'])).toEqual(['ACME', 'BETA']);
});
