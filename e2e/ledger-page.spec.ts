import { axeFaults } from './rig/axe.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';

/** Makes a call. @param from - the handheld's address, where the gateway believes it. */
async function call(origin: string, key: string, deliveryCode: string, from?: string): Promise<void> {
  await fetch(`${origin}/PDAAPIV1.asmx/RevertOff`, {
    method: 'POST',
    headers: { 'idempotency-key': key, ...(from && { 'x-forwarded-for': from }) },
    body: new URLSearchParams({ deliveryCode, storeCode: 'S-01-A', apiKey: 'demo-key-0001', userID: '7' }),
  });
}

test('a supervisor signs in on the way to the ledger and finds a call that nobody knows of, on a small screen and without script', async ({
  handheld,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
  try {
    await gateway.configure({ workers: [{ userId: '7', name: 'Ada Moreno' }], ledgerKeepsCodes: true });
    await gateway.start();
    for (let i = 0; i < 55; i += 1) await call(gateway.origin, `call-${i + 100}`, `D-${1001 + i}`);
    await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff' });
    await call(gateway.origin, 'call-unknown', 'D-1001');

    const { page } = await handheld.open(['--host-resolver-rules=MAP scanline.test 127.0.0.1']);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${gateway.origin.replace('localhost', 'scanline.test')}/gateway/ledger?state=outcome-unknown`);
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('link', { name: 'call-unk' })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveCount(1);
    await page.getByRole('link', { name: 'call-unk' }).click();
    await expect(page.locator('pre')).toHaveText(/^\d+ bytes\s+Welcome\s+Please sign in\.$/); // what a person would have seen of it

    await page.getByRole('link', { name: 'The whole ledger' }).click();
    await page.getByRole('link', { name: 'Older' }).click();
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveCount(6);

    await page.getByText('Search the ledger').click();
    await page.getByLabel('Code, or a part of it').fill('d-1007');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveText(['call-106']);
    await page.goto(page.url()); // as a bookmark would
    await expect(page.getByText('One call in all.')).toBeVisible();
    await page.getByRole('link', { name: 'call-106' }).click();
    await expect(page.locator('h3')).toHaveText([
      'Came to the gateway',
      'Sent to the service, once',
      'The service answered',
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'The whole ledger' }).click();

    await page.getByText('Find by what was entered').click();
    await page.getByLabel('Choose the operation').selectOption('RevertOff');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Delivery', { exact: true }).fill('D-1007');
    await page.getByLabel('Shelf').fill('S-01-A');
    await page.getByLabel('User id').fill('7');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('link', { name: /^call-/ })).toHaveText(['call-106']);
    expect(page.url()).not.toContain('D-1007');

    await page.getByRole('link', { name: 'Ledger', exact: true }).click();
    await expect(page.getByRole('link', { name: 'call-unk' })).toHaveCount(1);
    await expect(page.locator('td[data-name="Worker"]').first()).toHaveText('Ada Moreno (7)');
    await expect(page.locator('td[data-name="Codes"]').first()).toHaveText('D-1001 → S-01-A');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
    }
  } finally {
    await gateway.remove();
  }
});

test('without script a call is searched for, opened and decided with the keyboard, and then none is to be checked', async ({
  browser,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  try {
    await gateway.start();
    await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff' });
    await call(gateway.origin, 'call-unknown', 'D-1001');
    await call(gateway.origin, 'call-done', 'D-1002');
    const page = await context.newPage();
    await page.goto(`${gateway.origin}/gateway/ledger?worker=7`);
    await page.getByLabel('Password').fill('a long password');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 calls in all.')).toBeVisible();
    await page.getByLabel('State').selectOption('check it');
    await page.getByLabel('Key, or its first eight letters').focus();
    await page.keyboard.type('call-unk');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'call-unk' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Why').fill('seen on the shelf');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // It was done
    const note = page.getByRole('status');
    await expect(note).toHaveText('Back on shelf call-unk of this machine: it was done.');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(note).toHaveText('Back on shelf call-unk of this machine: undone. It is still to be checked.');
    await page.getByLabel('Why').fill('seen on the shelf');
    await page.getByRole('button', { name: 'It was done' }).press('Enter');
    await expect(note).toHaveText('Back on shelf call-unk of this machine: it was done.');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden({ timeout: 15_000 }); // as it can be undone no more
    await expect(async () => {
      await page.reload();
      await expect(page.locator('h3').last()).toHaveText(/: done$/, { timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
    await expect(page.getByText('Why: seen on the shelf')).toBeVisible();
    await page.getByRole('link', { name: 'The whole ledger' }).click();
    await expect(page.getByText('There are none.')).toBeVisible();
  } finally {
    await context.close();
    await gateway.remove();
  }
});

for (const [width, height, javaScriptEnabled] of [
  [360, 640, false],
  [1280, 800, true],
] as const)
  for (const second of ['at once', 'on the page that came'] as const)
    test(`two taps at one point, the second ${second}, decide one call, of no other handheld; reloading and going back decide nothing, at ${width} × ${height}${javaScriptEnabled ? '' : ', without script'}${(width === 360) === (second === 'at once') ? '' : ' @night'}`, async ({
      browser,
    }) => {
      const gateway = await createGateway({
        SUPERVISOR_PASSWORD: 'a long password',
        TRUSTED_PROXY: '127.0.0.1,::1',
      });
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height }, locale: 'en-GB' });
      try {
        await gateway.configure({ ledgerKeepsCodes: true });
        await gateway.start();
        await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff', times: 10 });
        for (let i = 0; i < 10; i += 1)
          await call(gateway.origin, `call-${i + 100}`, `D-${1001 + i}`, `10.0.0.${i % 2}`);
        const decided = async (): Promise<readonly string[]> => {
          const lines = await (
            await context.request.get(`${gateway.origin}/gateway/ledger/lines?state=decided`)
          ).text();
          return [...lines.matchAll(/"key":"(call-[^"]*)"/g)].map(([, key = '']) => key).toSorted();
        };

        const pending = async (): Promise<readonly string[]> => {
          const list = await (await context.request.get(`${gateway.origin}/gateway/ledger`)).text();
          return [...list.matchAll(/value="(call-[^"]*)"\/>[^/]*value="undo"/g)].map(([, key = '']) => key).toSorted();
        };

        const page = await context.newPage();
        const devtools = await context.newCDPSession(page);
        await devtools.send('Animation.enable');
        await page.goto(`${gateway.origin}/gateway/ledger?asker=10.0.0.1`);
        await page.getByLabel('Password').fill('a long password');
        await page.keyboard.press('Enter');
        const buttons = page.getByRole('button', { name: 'It was done' });
        await expect(buttons).toHaveCount(5);
        await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.02 }); // so that no busy machine decides the test
        await buttons.nth(2).scrollIntoViewIfNeeded();
        const { x = 0, y = 0 } = (await buttons.nth(2).boundingBox()) ?? {};
        const tap = (): Promise<void> => page.mouse.click(x + 20, y + 20);
        await tap();
        const note = page.getByRole('status').first();
        if (second === 'on the page that came') await expect(note).toBeVisible();
        await tap();
        await expect(note).toHaveText('D-1006 → S-01-A of 10.0.0.1: it was done.');
        expect(await pending()).toEqual(['call-105']);

        // where it was, with the others around it, and none of them can be decided yet
        await expect(page).toHaveURL(/\/gateway\/ledger\?asker=10\.0\.0\.1&said=call-105#said$/);
        await expect(page.locator('tbody').first().locator('tr').nth(2)).toContainText('It was done');
        await expect(page.locator('#said')).toBeInViewport();
        await expect(note).toBeInViewport();
        for (const one of await page.locator('td button').all()) await expect(one).toBeHidden();
        await page.reload();
        await expect(note).toHaveText('D-1006 → S-01-A of 10.0.0.1: it was done.');
        await page.goBack();
        await page.goForward();
        await expect.poll(decided, { timeout: 20_000 }).toEqual(['call-105']);

        await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
        await buttons.first().click();
        await expect(note).toHaveText('D-1010 → S-01-A of 10.0.0.1: it was done.');
        await expect.poll(decided, { timeout: 20_000 }).toEqual(['call-105', 'call-109']);
      } finally {
        await context.close();
        await gateway.remove();
      }
    });

test('who has decided all calls of a handheld is led back to the floor, and who decides on a call’s page stays there', async ({
  browser,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password', TRUSTED_PROXY: '127.0.0.1,::1' });
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  try {
    await gateway.start();
    await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff', times: 10 });
    for (const key of ['call-101', 'call-102']) await call(gateway.origin, key, 'D-1001', '10.0.0.1');
    await page.goto(`${gateway.origin}/gateway/ledger/one?key=call-101`);
    await page.getByLabel('Password').fill('a long password');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'It was not done' }).click();
    await expect(page).toHaveURL(/\/gateway\/ledger\/one\?key=call-101/);
    await expect(page.getByRole('status')).toHaveText(
      'Back on shelf call-101 of 10.0.0.1: it was not done. Whether it is sent again is said on the handheld.',
    );
    for (const path of ['', '?asker=10.0.0.1']) {
      await page.goto(`${gateway.origin}/gateway/ledger${path}`);
      for (const name of ['It was done', 'It was not done'])
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 }); // at a glance, on a phone
    }
    await page.getByRole('button', { name: 'It was done' }).click();
    await page.getByRole('link', { name: 'To the floor' }).click();
    await expect(page).toHaveURL(/\/gateway\/floor$/);
  } finally {
    await page.close();
    await gateway.remove();
  }
});

test('a key in short stays whole beside all that a desk sees of a call', async ({ page }) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password', TRUSTED_PROXY: '127.0.0.1,::1' });
  try {
    await gateway.configure({ workers: [{ userId: '7', name: 'Ada Moreno' }], ledgerKeepsCodes: true });
    await gateway.start();
    await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff' });
    await call(gateway.origin, '8516fa9e-7d0f-4c1e-9a53-1f6f0c6d2a11', 'D-1001', '2001:db8:0:1::10');
    await page.goto(`${gateway.origin}/gateway/ledger`);
    await page.getByLabel('Password').fill('a long password');
    await page.keyboard.press('Enter');
    await expect(page.locator('td a code').first()).toBeVisible();
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await page.locator('td a code').evaluateAll((keys) =>
        keys.map((key) => {
          const text = document.createRange();
          text.selectNodeContents(key);
          return text.getClientRects().length; // one for each line
        }),
      );
      expect(lines).toEqual([1]);
    }
  } finally {
    await gateway.remove();
  }
});
