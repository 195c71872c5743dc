import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from '@playwright/test';
import { expectRows, openAtRevertOff, scanPair } from './rig/app.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { expect, online as test } from './rig/test.ts';

const WHY = 'Stocktaking in aisle 5.';

/** Has a handheld say hello now, as it does within half a minute by itself. */
async function sayHello(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

/** Opens the page of the one handheld on the floor, once it stands there. */
async function openOnFloor(context: BrowserContext, { origin }: Gateway): Promise<Page> {
  const desk = await context.newPage();
  await expect(async () => {
    await desk.goto(`${origin}/gateway/floor`);
    await expect(desk.locator('tbody a')).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await desk.locator('tbody a').click();
  await expect(desk.getByRole('heading', { name: 'From here' })).toBeVisible();
  return desk;
}

/** Has the hold of a gateway end soon, as if its time had come. */
function endSoon({ dataDir }: Gateway, inMs: number): void {
  using db = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
  const row = db.prepare(`select name, value from meta where name like '%desk_asks_%'`).get() as Record<string, string>;
  const asks = JSON.parse(row['value'] ?? '') as { hold: object };
  const sooner = JSON.stringify({ ...asks, hold: { ...asks.hold, until: Date.now() + inMs } });
  db.prepare('update meta set value = ? where name = ?').run(sooner, row['name'] ?? '');
}

test('a handheld that the desk holds saves each scan and sends none, says by whom, why and until when, and sends all when the time is over @promise', async ({
  handheld,
}) => {
  const gateway = await createGateway();
  await gateway.start();
  try {
    const page = await openAtRevertOff(handheld, gateway);
    const desk = await openOnFloor(page.context(), gateway);
    await desk.getByText('Hold it', { exact: true }).first().click();
    await desk.getByLabel('Reason, as the worker reads it').fill(WHY);
    await desk.getByLabel('For').selectOption({ label: '60 minutes' });
    await desk.getByRole('button', { name: 'Hold it' }).click();
    await expect(desk.getByText('On hold until')).toContainText(WHY);

    await page.bringToFront();
    await sayHello(page);
    const banner = page.getByText(/^On hold until .* by this machine: /);
    await expect(banner).toContainText(WHY);
    await expect(banner).toContainText('What you scan is saved.');
    await scanPair(page, 'D-1001', 'S-01-A');
    await scanPair(page, 'D-1002', 'S-01-A');
    await expectRows(page, { waiting: 2 });
    await page.bringToFront();
    await page.reload(); // it holds over a restart
    await expect(banner).toContainText(WHY);
    await expectRows(page, { waiting: 2 });
    await page.goto(`${gateway.origin}/queue`);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.locator('output').filter({ hasText: 'The desk holds this handheld.' })).toBeVisible();
    await desk.getByRole('button', { name: 'Ask for its report' }).click();
    await page.bringToFront();
    await sayHello(page);
    await expect(async () => {
      await desk.reload();
      await expect(desk.getByText(/^Report of/)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const asked = page.getByText(/has asked for a report of this handheld/);
    await expect(asked).toHaveCount(0); // the hold’s banner and the next scan’s verdict need the room
    expect(await gateway.executions('RevertOff')).toEqual([]);

    endSoon(gateway, 1_000);
    await expect(async () => {
      await sayHello(page);
      await expectRows(page, { answered: 2 }, 2_000);
    }).toPass();
    await expect(banner).toHaveCount(0);
    await expect(asked).toBeVisible();
    expect(await gateway.executions('RevertOff')).toHaveLength(2);
    await desk.reload();
    await expect(desk.getByText('Hold it', { exact: true }).first()).toBeVisible();
  } finally {
    await gateway.remove();
  }
});

test('the desk asks a handheld for its report and for its queue: its worker is told, and no code and no key is in the report unless the site says so', async ({
  handheld,
}) => {
  const gateway = await createGateway();
  await gateway.start();
  try {
    const page = await openAtRevertOff(handheld, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { answered: 1 });
    const desk = await openOnFloor(page.context(), gateway);
    const ask = async (button: string, heard: RegExp): Promise<void> => {
      await desk.getByRole('button', { name: button }).click();
      await expect(desk.getByRole('status')).toContainText('Asked');
      await page.bringToFront();
      await sayHello(page);
      await expect(page.getByText(heard)).toBeVisible();
      await page.getByRole('button', { name: 'Read' }).click();
      await expect(page.getByText(heard)).toHaveCount(0);
    };
    const report = async (): Promise<string> => {
      await desk.reload();
      await desk.getByText(/^Report of/).click();
      return desk.locator('pre').innerText();
    };
    await ask('Ask for its report', /has asked for a report of this handheld: it was sent, without any code\./);
    const hidden = await report();
    expect(hidden).toMatch(/#1 \S+ RevertOff deliveryCode=••• storeCode=••• .*replied answered “•••”/);
    expect(hidden).toContain('Access key: kept here, never shown');
    expect(hidden).not.toMatch(/D-1001|S-01-A|demo-key-0001/);

    await gateway.configure({ reportsShowCodes: true });
    await expect(async () => {
      const said = (await (await fetch(`${gateway.origin}/gateway/site`)).json()) as object;
      expect(said).toMatchObject({ reportsShowCodes: true });
    }).toPass();
    const refreshed = page.waitForResponse('**/gateway/site');
    await page.reload();
    await refreshed;
    await expect(page.locator('[data-scan-sink]')).toBeFocused();
    await ask('Ask for its report', /it was sent, with the codes that were scanned\./);
    const shown = await report();
    expect(shown).toMatch(/deliveryCode=D-1001 storeCode=S-01-A/);
    expect(shown).not.toContain('demo-key-0001');

    await ask('Send its queue now', /has asked this handheld to send what waits\./);
  } finally {
    await gateway.remove();
  }
});
