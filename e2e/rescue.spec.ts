import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectRows, openRevertOff, scanPair, startWithDemo } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { type Handheld, createHandheld } from './rig/handheld.ts';
import { test as base, expect } from './rig/test.ts';

/** A second handheld beside the first. */
const test = base.extend<{ other: Handheld }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  other: async ({}, use) => {
    const other = await createHandheld();
    await use(other);
    await other.remove();
  },
});

const pairs = Array.from({ length: 30 }, (_, index) => [`D-${1001 + index}`, `S-0${(index % 7) + 1}-A`] as const);

async function saveWithoutNetwork(page: Page, gateway: Gateway, many: number): Promise<void> {
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await gateway.stop();
  for (const [delivery, shelf] of pairs.slice(0, many)) await scanPair(page, delivery, shelf);
  await expectRows(page, { waiting: many });
}

/** Hands the whole queue over, as a person would. */
async function handOver(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /waiting/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Export or hand over' }).click();
  await page.getByRole('button', { name: /^Hand over \d+ calls?$/ }).click();
  await page
    .getByRole('region', { name: /^Hand over \d+/ })
    .getByRole('button', { name: 'Hand over', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: /^Hand-over / })).toBeVisible();
}

/** What a button downloads, as text. */
async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    /^scanline-(queue|export)-\d{4}-\d\d-\d\d-\d{4}(-calls|-tries)?\.(json|csv)$/,
  );
  return readFile(await download.path(), 'utf8');
}

async function takeOverFile(page: Page, text: string): Promise<void> {
  await page.getByLabel('Choose the file').setInputFiles({
    name: 'queue.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
}

test('30 calls saved without a network go to another handheld by file, once however often it is read, and only that one sends them', async ({
  gateway,
  handheld,
  other,
}) => {
  const { page: b } = await other.open();
  await startWithDemo(b, gateway);
  const { page: a } = await handheld.open();
  await saveWithoutNetwork(a, gateway, 30);
  await handOver(a);
  await expectRows(a, { 'handed-over': 30 });
  const file = await downloaded(a, 'Save the file');
  expect(file).not.toContain('demo-key');

  await b.goto(`${gateway.origin}/rescue/take`);
  await takeOverFile(b, file);
  await expect(b.getByText('30 calls taken over.')).toBeVisible();
  await takeOverFile(b, file);
  await expect(b.getByText('30 calls were here already. Nothing was added.')).toBeVisible();
  await expectRows(b, { waiting: 30 });

  await gateway.start();
  await expectRows(b, { answered: 30 });
  // It sends what is saved on it now, and still none of those it gave away.
  await openRevertOff(a, gateway);
  await scanPair(a, 'D-1031', 'S-01-A');
  await expectRows(a, { 'handed-over': 30, answered: 1 });
  const executed = (await gateway.executions('RevertOff')).map(
    ({ parameters }) => Object.fromEntries(parameters)['deliveryCode'],
  );
  expect(executed).toEqual([...pairs.map(([delivery]) => delivery), 'D-1031']);
  await a.goto(`${gateway.origin}/queue`);
  await expect(a.getByRole('region', { name: 'Handed over' })).toContainText('30');
  await expect(a.getByRole('link', { name: /0 waiting/ })).toBeVisible();

  await takeOverFile(b, file);
  await expect(b.getByText('30 calls were here already. Nothing was added.')).toBeVisible();
  await expectRows(b, { answered: 30 });
});
