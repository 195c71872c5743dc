import type { Page } from '@playwright/test';
import { type OperationName, operationNames, operationOf } from '#contract/catalogue.ts';
import { expectRows, readyToScan, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

/** A walk of many screens: on a busy machine it takes longer than one test is given. */
test.describe.configure({ timeout: 240_000 });

/** What is scanned and what is entered by hand, by operation; the other fields are filled from the settings. */
const entries: Readonly<
  Record<OperationName, { readonly scans?: readonly string[]; readonly typed?: Readonly<Record<string, string>> }>
> = {
  OrderCodeExStorage: { scans: ['EX-50005', 'ORD-5', 'fragile', 'A5-1'] },
  GetCountryAndProductByUserCode: { scans: ['W-007'] },
  GetListSplitProductImg: { scans: ['D-1002'] },
  CloseLogisticsTransferMstChange: { scans: ['T-4004'] },
  ChangeTransportOrder: { scans: ['TO-6003', 'I-8005'] },
  GetReportDataPartner: { scans: ['R-9002'] },
  GetGerWarehouseScanningList: { scans: ['SL-2'] },
  GetDDCodeByOSDeliveryCode: { scans: ['EX-50006'] },
  ResetWeightClone: { scans: ['D-1006'], typed: { weight: '1,5', WeightUnit: '1' } },
  PrintCNOrder: { scans: ['D-1007', 'CNPOST'] },
  GetWbBatchBagPackages: { scans: ['B-3002'] },
  CompleteBag: { typed: { logTransferDtlID: '5002', sWeight: '2' } },
  GetBagDetailByBagCode: { scans: ['BAG-2002'] },
  PrintKJYOrder: { scans: ['D-1008'] },
  ExistsDomesticDeliveryCode: { scans: ['DD-70009'] },
  GetSelfDetailList: { scans: ['S-01-B'] },
  AgainOpenBag: { typed: { logTransferDtlID: '5004' } },
  GetPaintMarker: { scans: ['D-1002'] },
  GetLogisticsTransferMst: { scans: ['T-4002'] },
  RevertOff: { scans: ['D-1009', 'S-02-A'] },
};

const field = (page: Page, name: string) => page.locator(`[data-parameter="${name}"]`).locator('input, textarea');

test('each of the operations is filled by scans and by hand, executed, and in the service’s journal @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/operations`);
  await expect(page.locator('main').getByRole('link')).toHaveCount(operationNames.length);
  for (const [name, { scans = [], typed = {} }] of Object.entries(entries)) {
    await page.getByRole('link', { name: new RegExp(`^${name} `) }).click();
    await readyToScan(page);
    for (const code of scans) {
      await burst(page, code);
      await expect(page.locator('.band')).toContainText(code);
    }
    for (const [parameter, text] of Object.entries(typed)) await field(page, parameter).fill(text);
    const isRead = operationOf(name as OperationName).effect === 'read';
    await page.getByRole('button', { name: isRead ? 'Ask the service' : 'Save and send' }).click();
    await expect.poll(async () => (await gateway.executions(name)).length).toBe(1);
    if (isRead) await expect(page.getByRole('region', { name: 'The service says' })).toContainText('Heard');
    await page.getByRole('link', { name: 'All operations' }).click();
  }
  const parameters = Object.fromEntries(
    (await gateway.executions()).map((execution) => [execution.operation, Object.fromEntries(execution.parameters)]),
  );
  expect(Object.keys(parameters).sort()).toEqual([...operationNames].sort());
  expect(parameters).toMatchObject({
    OrderCodeExStorage: { oSDeliveryCode: 'EX-50005', orderCodeEx: 'ORD-5', remark: 'fragile', shortCode: 'A5-1' },
    GetCountryAndProductByUserCode: { wareHoseId: '1', userCode: 'W-007', fromSiteCodes: '' },
    CloseLogisticsTransferMstChange: { strJson: '{"transferCode":"T-4004","close":true}' },
    ResetWeightClone: { code: 'D-1006', weight: '1.5', opUserID: '7', WeightUnit: '1' },
    CompleteBag: { logTransferDtlID: '5002', userID: '7', sWeight: '2', WarehouseID: '1' },
    GetPaintMarker: { strJson: '{"deliveryCode":"D-1002"}' },
    PrintCNOrder: { code: 'D-1007', company: 'CNPOST', userId: '7' },
    RevertOff: { deliveryCode: 'D-1009', storeCode: 'S-02-A', userID: '7' },
  });
  const kept = operationNames.filter((name) => operationOf(name).effect !== 'read');
  await expectRows(page, { answered: kept.length });

  await page.getByRole('link', { name: /^PrintKJYOrder / }).click();
  await readyToScan(page);
  await burst(page, 'D-1008');
  await page.getByRole('button', { name: 'Save and send' }).click();
  await expect(page.locator('.band')).toContainText('copy 2'); // a second label is never made by itself
  await page.getByRole('button', { name: 'Save it anyway' }).click();
  await expect.poll(async () => (await gateway.executions('PrintKJYOrder')).length).toBe(2);
});

test('broken JSON is said at once and goes nowhere; a scan goes into no number; what was entered outlives a reload', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/operations/CloseLogisticsTransferMstChange`);
  await readyToScan(page);
  await field(page, 'strJson').fill('{"transferCode":');
  await expect(page.getByText(/This is not JSON/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save and send' }).click();
  await expect(page.getByRole('button', { name: 'Send as it is' })).toHaveCount(0);
  await page.reload();
  await expect(field(page, 'strJson')).toHaveValue('{"transferCode":');

  await page.goto(`${gateway.origin}/operations/GetLogisticsTransferMst`);
  await field(page, 'str').fill('{"T-4001');
  await page.getByRole('button', { name: 'Ask the service' }).click();
  await page.getByRole('button', { name: 'Send as it is' }).click();
  await expect(page.locator('.band')).toContainText('ERR: transfer {"T-4001 is unknown');

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
