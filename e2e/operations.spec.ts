import type { Page } from '@playwright/test';
import { type OperationName, operationNames, operationOf } from '#contract/catalogue.ts';
import { operations } from '#standin/warehouse/operations.ts';
import { expectRows, readyToScan, openWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

/** Returns what is scanned for a text: where it is JSON, the code that is written into it. */
function scannedFor(text: string): string {
  return text.startsWith('{') ? String(Object.values(JSON.parse(text) as Record<string, unknown>)[0]) : text;
}

/** Enters the sample of an operation, the texts by scans and the numbers by hand; the rest is filled from the settings. */
async function enterSample(page: Page, name: OperationName): Promise<void> {
  const { sample } = operations[name];
  const entered = operationOf(name).parameters.filter(([parameter]) => sample[parameter] !== undefined);
  for (const [parameter] of entered.filter(([, type]) => type === 'string')) {
    const code = scannedFor(sample[parameter] ?? '');
    await burst(page, code);
    await expect(page.locator('.band')).toContainText(code);
  }
  for (const [parameter] of entered.filter(([, type]) => type !== 'string')) {
    await field(page, parameter).fill((sample[parameter] ?? '').replace('.', ',')); // as a keyboard of Europe has it
  }
}

const field = (page: Page, name: string) => page.locator(`[data-parameter="${name}"]`).locator('input, textarea');

test('each of the operations is filled by scans and by hand, executed, and in the service’s journal @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/operations`);
  await expect(page.locator('main').getByRole('link')).toHaveCount(operationNames.length);
  for (const name of operationNames) {
    await page.getByRole('link', { name: new RegExp(`^${name} `) }).click();
    await readyToScan(page, name);
    await enterSample(page, name);
    const isRead = operationOf(name).effect === 'read';
    await page.getByRole('button', { name: isRead ? /^Ask / : /^Save and send/ }).click();
    await expect.poll(async () => (await gateway.executions(name)).length).toBe(1);
    if (isRead)
      await expect(page.getByRole('region', { name: 'The service says' })).toContainText('All that the service said');
    await page.getByRole('link', { name: 'All operations' }).click();
  }
  const parameters = Object.fromEntries(
    (await gateway.executions()).map((execution) => [execution.operation, Object.fromEntries(execution.parameters)]),
  );
  expect(Object.keys(parameters).sort()).toEqual([...operationNames].sort());
  for (const name of operationNames) expect(parameters[name]).toMatchObject(operations[name].sample);
  expect(parameters).toMatchObject({
    GetCountryAndProductByUserCode: { wareHoseId: '1', fromSiteCodes: '' },
    ResetWeightClone: { opUserID: '7' },
    CompleteBag: { userID: '7', WarehouseID: '1' },
    PrintCNOrder: { userId: '7' },
  });
  const kept = operationNames.filter((name) => operationOf(name).effect !== 'read');
  await expectRows(page, { answered: kept.length });

  await page.getByRole('link', { name: /^PrintKJYOrder / }).click();
  await readyToScan(page, 'PrintKJYOrder');
  await burst(page, operations.PrintKJYOrder.sample['code'] ?? '');
  await page.getByRole('button', { name: 'Save and send' }).click();
  await expect(page.locator('.band')).toContainText('copy 2'); // a second label is never made by itself
  await page.getByRole('button', { name: 'Save it anyway' }).click();
  await expect.poll(async () => (await gateway.executions('PrintKJYOrder')).length).toBe(2);
});

test('broken JSON is said at once and goes nowhere; a scan goes into no number; what was entered outlives a reload', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/operations/CloseLogisticsTransferMstChange`);
  await readyToScan(page);
  await field(page, 'strJson').fill('{"transferCode":');
  await expect(page.getByText(/This is not JSON/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save and send' }).click();
  await expect(page.getByRole('button', { name: 'Send as it is' })).toHaveCount(0);
  await page.reload();
  await expect(field(page, 'strJson')).toHaveValue('{"transferCode":');

  await page.goto(`${gateway.origin}/operations/GetLogisticsTransferMst`);
  await readyToScan(page); // until then the scan field takes the focus, and with it what is typed
  await field(page, 'str').fill('{"T-4001');
  await expect(field(page, 'str')).toHaveValue('{"T-4001'); // what comes at once is a scan's: a moment passes until its end
  await page.getByRole('button', { name: 'Ask the service' }).click();
  await page.getByRole('button', { name: 'Send as it is' }).click();
  await expect(page.locator('.band')).toContainText('The transfer is unknown');

  await page.goto(`${gateway.origin}/operations/ResetWeightClone`);
  await readyToScan(page);
  await field(page, 'weight').fill('2');
  await page.reload();
  await readyToScan(page);
  await field(page, 'weight').focus();
  await burst(page, 'D-1001'); // the weight has the focus
  await expect(field(page, 'weight')).toHaveValue('2');
  await expect(field(page, 'code')).toHaveValue('D-1001');
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('Enter');
  await expectRows(page, {});
  expect(await gateway.executions('CloseLogisticsTransferMstChange')).toEqual([]);
});
