import { readFile } from 'node:fs/promises';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { Page } from '@playwright/test';
import { nastyTexts } from './nastyTexts.ts';
import { expectRows, openRevertOff, readyToScan, scanPair, startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { moveTo } from './rig/inPage.ts';

test.use({ worker: 'blocked' }); // so that a call's answer can be put in its place

const inXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Returns what of an answer became a part of the page: there is to be nothing. A label’s picture is the office’s own, and as an image it runs nothing. */
function alive(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const theirs =
      '[data-theirs], base, object, embed, meta[http-equiv=refresh], [src*="evil"], [href*="evil"], [action*="evil"], ' +
      '[href^="javascript" i], [src^="javascript" i], [href^="data:" i], [src^="data:image/svg" i]:not(.label-picture > img), #root script';
    const found = [...document.querySelectorAll(theirs)].map((element) => element.outerHTML.slice(0, 200));
    for (const element of document.querySelectorAll('*')) {
      for (const { name } of element.attributes) if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`);
    }
    if ('hacked' in window || 'hacked' in Object.prototype) found.push('hacked');
    return found;
  });
}

test('whatever text the service answers stays text: answer, queue, history, call and export', async ({
  gateway,
  handheld,
}) => {
  test.slow(); // as many calls as there are texts
  const { page } = await handheld.open();
  const outside = new Set<string>();
  const dialogs: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url()); // a PDF is shown by a viewer of the browser's own
    if (/^(?:https?|wss?|ftp):$/.test(protocol)) outside.add(host);
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.context().on('page', (popup) => dialogs.push(`a window: ${popup.url()}`));
  await startWithDemo(page, gateway);
  const waiting = [...nastyTexts];
  await page.context().route(/RevertOff/, (route) => {
    const body = `<?xml version="1.0" encoding="utf-8"?><string xmlns="http://tempuri.org/">${inXml(waiting.shift() ?? '')}</string>`;
    return route.fulfill({ contentType: 'text/xml; charset=utf-8', body });
  });
  await openRevertOff(page, gateway);
  for (const [index] of nastyTexts.entries()) {
    await scanPair(page, `D-${1001 + (index % 30)}`, `S-0${1 + (index % 7)}-A`);
    await expectRows(page, { answered: index + 1 });
    expect(await alive(page)).toEqual([]);
  }
  await readyToScan(page);

  // a read's answer, shown whole
  await page.context().route(/GetWbBatchBagPackages/, (route) =>
    route.fulfill({
      contentType: 'text/xml; charset=utf-8',
      body: `<string xmlns="http://tempuri.org/">${inXml(JSON.stringify({ nastyTexts, rows: nastyTexts.map((text) => ({ [text]: text })) }))}</string>`,
    }),
  );
  await page.evaluate(moveTo, '/tasks/batch');
  await expect(page.getByRole('heading', { name: 'Scan the batch' })).toBeVisible(); // else the task that is left takes it
  await readyToScan(page);
  await page.keyboard.type('WB-1');
  await page.keyboard.press('Enter');
  const said = page.getByRole('region', { name: 'The service says' });
  await said.getByText('All that the service said').click();
  await expect(said.locator('pre').last()).toContainText('cmd|');
  expect(await alive(page)).toEqual([]);

  for (const path of ['/queue', '/queue?state=all', '/']) {
    await page.evaluate(moveTo, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await alive(page)).toEqual([]);
  }
  for (const [index, text] of nastyTexts.entries()) {
    await page.evaluate(moveTo, `/queue/${index + 1}`);
    await expect(page.getByRole('heading', { name: `Call #${index + 1}`, exact: true })).toBeVisible();
    await expect.poll(() => page.getByRole('main').evaluate((main) => main.textContent)).toContain(withoutFiles(text));
    expect([text, await alive(page)]).toEqual([text, []]);
  }
  await page.evaluate(moveTo, '/queue');
  await page.getByRole('link', { name: 'Export or hand over' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'All (JSON)' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  for (const text of nastyTexts) expect(file).toContain(JSON.stringify(text).slice(1, -1));
  expect(await alive(page)).toEqual([]);
  expect(dialogs).toEqual([]);
  expect([...outside]).toEqual([new URL(gateway.origin).host]);
});
