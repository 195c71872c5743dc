import type { Page } from '@playwright/test';
import { expectRows, openRevertOff, readyToScan, scanPair, openAtRevertOff, openWithDemo } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { siteKnowsCodes } from './rig/scene.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';
import { codes } from './screens.ts';
import { moveTo } from './rig/inPage.ts';

test.use({ worker: 'blocked' });

const PAIRS = 30;
/** So many of them after scans that went astray: twice at each of the places. */
const AFTER = 10;
/** As a laser types: 4 to 8 ms a key. */
const gapMs = (index: number): number => 4 + (index % 5);

const pairOf = (index: number) => ({ deliveryCode: `D-${2001 + index}`, storeCode: `S-0${1 + (index % 9)}-A` });
const pairs = Array.from({ length: PAIRS }, (_, index) => pairOf(index));

async function executed(gateway: Gateway) {
  const all = await gateway.executions('RevertOff');
  return all.map(({ parameters }) => {
    const { deliveryCode, storeCode } = Object.fromEntries(parameters);
    return { deliveryCode, storeCode };
  });
}

async function toTask(page: Page): Promise<void> {
  await page.locator('.tiles .way', { hasText: 'Back on shelf' }).click();
  await expect(page.getByRole('heading', { name: 'Scan the delivery' })).toBeVisible();
}

/** Places where a scan goes astray, and how one comes there from the task and back: whether the task asks then what it is. */
const places: readonly ((page: Page, stray: () => Promise<void>) => Promise<'asked' | 'searched'>)[] = [
  async function home(page, stray) {
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.locator('.tiles').first()).toBeVisible();
    await readyToScan(page);
    await stray();
    await expect(page.locator('.panel')).toContainText(/D-9\d{3}/);
    await toTask(page);
    return 'asked';
  },
  async function queue(page, stray) {
    await page.getByRole('link', { name: 'Home' }).click();
    await page.locator('a.status').click();
    await expect(page.getByRole('button', { name: 'Find a code or value' })).toBeVisible();
    await stray();
    await expect(page.getByRole('searchbox')).toHaveValue(/D-9\d{3}/);
    await page.evaluate(moveTo, '/');
    await toTask(page);
    return 'searched';
  },
  async function search(page, stray) {
    await page.evaluate(moveTo, '/queue?state=all');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await stray();
    await expect(page.getByRole('searchbox')).toHaveValue(/D-9\d{3}/);
    await page.evaluate(moveTo, '/');
    await toTask(page);
    return 'searched';
  },
  async function operations(page, stray) {
    await page.evaluate(moveTo, '/operations');
    await expect(page.getByRole('heading', { name: 'All operations' })).toBeVisible();
    await stray();
    await page.evaluate(moveTo, '/');
    await toTask(page);
    return 'asked';
  },
  async function overDialog(page, stray) {
    await page.evaluate(() => {
      const dialog = document.createElement('dialog');
      dialog.append(document.createElement('button'));
      document.body.append(dialog);
      dialog.showModal();
    });
    await stray();
    await page.evaluate(() => document.querySelector('dialog')?.remove());
    return 'asked';
  },
];

for (const [how, known] of [
  ['the site says not what codes look like @promise', undefined],
  ['it does', codes],
] as const) {
  test(`a scan on a screen without a task, or on a dialog, fills no step of the ten pairs after it, where ${how}`, async ({
    gateway,
    handheld,
  }) => {
    const page = await openWithDemo(handheld, gateway);
    await siteKnowsCodes({ page, gateway }, known);
    await openRevertOff(page, gateway);
    for (const [index, { deliveryCode, storeCode }] of pairs.slice(0, AFTER).entries()) {
      const goThere = places[index % places.length];
      const stray = `D-${9001 + index}`;
      const came = await goThere?.(page, () => burst(page, stray, { gapMs }));
      if (came === 'asked') {
        await expect(page.locator('.band')).toContainText(`${stray} was scanned. What is it?`);
        await burst(page, deliveryCode, { gapMs });
        await expect(page.locator('.band')).toContainText(`${deliveryCode} is not used`);
        await page.getByRole('button', { name: 'Nothing: forget it' }).click();
      }
      await scanPair(page, deliveryCode, storeCode);
      await expectRows(page, { answered: index + 1 });
    }
    expect(await executed(gateway)).toEqual(pairs.slice(0, AFTER));
  });
}

test('thirty pairs one after the other take no tap, where nothing was scanned elsewhere @night', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  for (const { deliveryCode, storeCode } of pairs) {
    await burst(page, deliveryCode, { gapMs });
    await burst(page, storeCode, { gapMs });
  }
  await expectRows(page, { answered: PAIRS });
  expect(await executed(gateway)).toEqual(pairs);
});

test('a delivery that was scanned in the settings is not lost: one tap makes it the delivery', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await burst(page, 'D-1001', { gapMs });
  await page.getByRole('link', { name: 'Home' }).click();
  await toTask(page);
  await page.getByRole('button', { name: 'It is the delivery' }).click();
  await burst(page, 'S-01-A', { gapMs });
  await expectRows(page, { answered: 1 });
  expect(await executed(gateway)).toEqual([{ deliveryCode: 'D-1001', storeCode: 'S-01-A' }]);
});

test('codes that wait at Home are asked about one after the other, and no more once a person has said what each is', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await readyToScan(page);
  for (const code of ['D-1001', 'D-1002']) await burst(page, code);
  await expect(page.locator('.panel')).toContainText('1 more code after it');
  await page.evaluate(moveTo, '/tasks/revert-off');
  const offered = (code: string) => page.locator('.band', { hasText: `${code} was scanned. What is it?` });
  await expect(offered('D-1001')).toBeVisible();
  await readyToScan(page);
  for (const code of ['D-1001', 'S-01-A']) await burst(page, code); // it itself, too: it is asked about
  await expect(offered('D-1001')).toBeVisible();
  await page.getByRole('button', { name: 'It is the delivery' }).click();
  await expect(offered('D-1001')).toBeHidden();
  await expect(offered('D-1002')).toBeVisible(); // of that nobody has said what it is
  await expectRows(page, {});

  await page.evaluate(moveTo, '/tasks/weight');
  await readyToScan(page);
  await page.getByRole('button', { name: /^It is the delivery/ }).click();
  await expect(offered('D-1002')).toBeHidden();
  await page.evaluate(moveTo, '/tasks/revert-off');
  await readyToScan(page);
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  expect(await executed(gateway)).toEqual([{ deliveryCode: 'D-1001', storeCode: 'S-01-A' }]);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: /back on shelf/i }).first()).toBeVisible();
  await expect(page.getByText('What is it for?')).toBeHidden();
});
