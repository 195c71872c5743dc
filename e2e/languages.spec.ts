import type { Page } from '@playwright/test';
import { expectRows, openRevertOff, readyToScan, startWithDemo, openWithDemo } from './rig/app.ts';
import { fakeCameras } from './rig/cameras.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, inMemory, online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** Chooses a language in the settings of a page. */
async function choose(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/settings`);
  await page.locator('.choice', { hasText: name }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
}

/** Notes every text of the page's first second, from its first paint on: for a flash of another language. */
async function noteTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = ((globalThis as { seenTexts?: Set<string> }).seenTexts = new Set<string>());
    const look = (): void => {
      for (const part of document.querySelectorAll('#root :is(h1, h2, p, button, a, b, li)'))
        if (getComputedStyle(part).display !== 'none') seen.add(part.textContent.trim());
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => [...((globalThis as { seenTexts?: Set<string> }).seenTexts ?? [])]);
}

test('the language changes in the middle of a task and nothing of it is lost: a scan, an open camera, a typed weight @promise', async ({
  gateway,
  handheld,
}) => {
  const { context, page: settings } = await handheld.open();
  await startWithDemo(settings, gateway);

  const task = await context.newPage();
  await fakeCameras(task, [{ deviceId: 'rear', facing: 'environment' }]);
  await openRevertOff(task, gateway);
  await burst(task, 'D-1001');
  await expect(task.getByRole('heading', { name: 'Scan the shelf' })).toBeVisible();
  await task.getByRole('button', { name: 'Camera', exact: true }).click();
  await expect(task.getByRole('button', { name: 'Close camera' })).toBeVisible();
  await expect.poll(() => task.evaluate(() => window.cameras.live())).toEqual(['rear']);

  const bag = await context.newPage();
  await bag.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(bag);
  await burst(bag, 'BAG-2001');
  await expect(bag.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await bag.getByLabel('Weight').fill('1,25');

  await choose(settings, gateway.origin, 'Русский');
  await expect(settings.getByRole('heading', { level: 1 })).toHaveText('Настройки');
  await expect(settings).toHaveTitle('Настройки · Scanline');
  await expect(settings.getByRole('link', { name: 'Начало' })).toBeVisible();
  await settings.getByRole('link', { name: 'Сканер' }).click();
  await expect(settings.getByRole('group', { name: 'Код заканчивается на' })).toContainText('Узнать');

  await expect(task.getByRole('button', { name: 'Закрыть камеру' })).toBeVisible();
  await expect(task.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(task.getByText('D-1001').first()).toBeVisible();
  expect(await task.evaluate(() => ({ live: window.cameras.live(), asked: window.cameras.asked.length }))).toEqual({
    live: ['rear'],
    asked: 1,
  });
  await burst(task, 'S-01-A');
  await expectRows(task, { answered: 1 });
  await expect(task.getByRole('list', { name: 'Исходящие' })).toContainText('Сделано');

  const weight = bag.getByRole('textbox', { name: 'Вес' });
  await expect(weight).toHaveValue('1,25');
  await weight.fill('1,2,5');
  await bag.getByRole('button', { name: /^Закрыть BAG-2001/ }).click();
  await expect(bag.getByRole('alert').filter({ hasText: 'Вес: «1,2,5» разбито на группы' }).first()).toBeVisible();
  await weight.fill('1,25');
  await bag.getByRole('button', { name: /^Закрыть BAG-2001/ }).click();
  await expectRows(bag, { answered: 2 });
  const [completed] = await gateway.executions('CompleteBag');
  expect(Object.fromEntries(completed?.parameters ?? [])['sWeight']).toBe('1.25');

  await choose(settings, gateway.origin, 'English');
  await expect(task.getByRole('list', { name: 'Outbox' })).toContainText('Done');
});

inMemory(
  'a handheld that speaks Chinese starts in it without network, with no other language on its way, and says why a call waits',
  async ({ gateway, handheld }) => {
    const page = await openWithDemo(handheld, gateway);
    await choose(page, gateway.origin, '简体中文');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('设置');
    await gateway.kill();
    const texts = await noteTexts(page);
    await openRevertOff(page, gateway);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await burst(page, 'D-1001');
    await burst(page, 'S-01-A');
    await expectRows(page, { waiting: 1 });
    await expect(page.locator('.top').getByText('离线：全部保留。')).toBeVisible();
    await expect(page.getByRole('list', { name: '待发箱' })).toContainText('等待中');
    const english = (await texts()).filter((text) => /[a-z]{3}/u.test(text.replaceAll('Scanline', '')));
    expect(english.filter((text) => text !== 'Starting…')).toEqual([]);
  },
);

test("a new handheld speaks its site's first language, offers the site's alone, and what is chosen at the first start holds", async ({
  handheld,
}) => {
  const gateway = await createGateway();
  await gateway.configure({ languages: ['ru', 'zh'] });
  try {
    await gateway.start();
    const { page } = await handheld.open();
    await page.goto(gateway.origin);
    await expect(page.getByRole('heading', { name: 'Первый запуск' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Язык' }).locator('.choice')).toHaveText(['Русский', '简体中文']);
    await page.getByLabel('Код работника').fill('8');
    await page.locator('.choice', { hasText: '简体中文' }).click();
    await expect(page.getByLabel('工号')).toHaveValue('8');
    await page.reload();
    await expect(page.getByRole('heading', { name: '首次启动' })).toBeVisible();
    await page.getByRole('button', { name: '开始' }).click();
    await expect(page.getByText('请输入服务中登记的工号。')).toBeVisible();
  } finally {
    await gateway.remove();
  }
});
