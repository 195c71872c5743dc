import type { Page } from '@playwright/test';
import { scanPair, startAtRevertOff } from './rig/app.ts';
import { encodeReport } from '#wire/report.ts';
import { REPORT_HEADER } from '#wire/hello.ts';
import { createGateway } from './rig/gateway.ts';
import { languageTags } from '#contract/languages.ts';
import { axeFaults } from './rig/axe.ts';
import { layoutFaults } from './rig/layout.ts';
import { browserSpeaks } from './rig/scene.ts';
import { expect, test } from './rig/test.ts';

test('the board shows what waits on a handheld as it comes, without a reload and without a word of the code @promise', async ({
  page,
  context,
}) => {
  const gateway = await createGateway();
  await gateway.start();
  try {
    await startAtRevertOff(page, gateway);
    await gateway.fault({ kind: 'down', delayMs: 0 });
    await scanPair(page, 'D-1001', 'S-01-A');
    const board = await context.newPage();
    await board.goto(`${gateway.origin}/gateway/floor`);
    await board.evaluate(() => (document.title = 'not loaded anew'));
    const row = board.locator('tbody tr');
    await expect(row).toHaveCount(1, { timeout: 60_000 });
    await expect(row.locator('.check')).toHaveText('1', { timeout: 60_000 });
    await expect(board).toHaveTitle('not loaded anew');
    await expect(board.getByText('D-1001')).toHaveCount(0);
  } finally {
    await gateway.remove();
  }
});

test('without a script the board is whole, and comes anew by itself', async ({ browser }) => {
  const gateway = await createGateway();
  await gateway.start();
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${gateway.origin}/gateway/floor`);
    await expect(page.getByRole('link', { name: /needing a person/ })).toBeVisible();
    await expect(page.locator('meta[http-equiv=refresh]')).toHaveAttribute(
      'content',
      /^30;url=\/gateway\/floor\?again=1$/,
    );
  } finally {
    await context.close();
    await gateway.remove();
  }
});

test('where a proxy lets no stream through the board asks by itself, and says so where it no longer can', async ({
  page,
}) => {
  const gateway = await createGateway();
  await gateway.start();
  try {
    const report = { id: '0b5c7f9e-1111-4222-8333-444455556666', waiting: 4, person: 0 };
    const hello = (waiting: number) =>
      fetch(`${gateway.origin}/gateway/hello?nonce=n`, {
        headers: { [REPORT_HEADER]: encodeReport({ ...report, waiting }) },
      });
    await page.route('**/gateway/floor/live', (route) => route.abort());
    await hello(4);
    await page.goto(`${gateway.origin}/gateway/floor`);
    await page.locator('tbody a').focus();
    await expect(page.locator('tbody .check')).toHaveText('4');
    await hello(5);
    await expect(page.locator('tbody .check')).toHaveText('5', { timeout: 30_000 });
    await expect(page.locator('tbody a')).toBeFocused(); // by who works it with keys
    await expect(page.locator('#stale')).toBeHidden();
    await gateway.stop();
    const stale = page.locator('#stale');
    await expect(stale).toHaveText(/^The gateway does not answer\. As of \d+ s ago\.$/, { timeout: 30_000 });
    const ageOf = async (): Promise<number> => Number(/\d+/.exec(await stale.innerText())?.[0]);
    const first = await ageOf();
    await expect.poll(ageOf, { timeout: 30_000 }).toBeGreaterThan(first);
    await page.setViewportSize({ width: 360, height: 240 });
    const note = await stale.evaluate((one) => one.getBoundingClientRect().bottom + scrollY);
    await page.evaluate((below) => window.scrollTo(0, below), note);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(Math.floor(note)); // past its own place
    await expect(stale).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.board')).toHaveCSS('filter', 'grayscale(1)'); // and no row looks like one of now
  } finally {
    await gateway.remove();
  }
});

test('whose session is over finds the sign-in in place of the board, and after it the board', async ({
  context,
  page,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: 'a long password' });
  await gateway.start();
  try {
    const signIn = async (): Promise<void> => {
      await page.locator('input[type=password]').fill('a long password');
      await page.locator('main .button-primary').click();
      await expect(page.locator('.tiles')).toBeVisible();
    };
    await page.goto(`${gateway.origin}/gateway/floor?show=person`);
    await signIn();
    const cookie = (await context.cookies()).find(({ name }) => name.includes('scanline-supervisor'));
    await context.addCookies(cookie ? [{ ...cookie, value: 'x'.repeat(43) }] : []);
    await expect(page.getByRole('alert')).toHaveText('Your sign-in has ended. Sign in again.', { timeout: 30_000 });
    await signIn();
    await expect(page).toHaveURL(/\/gateway\/floor\?show=person$/);
  } finally {
    await gateway.remove();
  }
});

test('a laser alone gives a handheld to a worker, finds it by the badge, and gives it back: keys and Enter, and no tap', async ({
  page,
}) => {
  const gateway = await createGateway();
  const workers = ['Ada Moreno', 'Ivan Petrov'].map((name, at) => ({ userId: String(at), name, badge: `B-001${at}` }));
  await gateway.configure({ floorShowsWorkers: true, workers });
  await gateway.start();
  try {
    const scan = async (code: string, next: RegExp): Promise<void> => {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(next);
      await page.waitForLoadState();
      await expect(page.locator('input:focus')).toHaveCount(1); // at once: nothing is pressed before the next scan
    };
    const report = encodeReport({ id: '0b5c7f9e-1111-4222-8333-444455556666', waiting: 0, person: 0 });
    await fetch(`${gateway.origin}/gateway/hello?nonce=n`, { headers: { [REPORT_HEADER]: report } });
    await page.goto(`${gateway.origin}/gateway/floor`);
    await page.locator('tbody a').click();
    await page.locator('main summary', { hasText: 'Another name' }).click();
    await page.getByLabel('Handheld', { exact: true }).fill('Dock 7');
    await page.getByRole('button', { name: 'Keep the name' }).click();
    await page.goto(`${gateway.origin}/gateway/floor`);

    const note = page.locator('.held p');
    const one = /floor\/one\?id=/;
    const changed = /floor\?changed=/;
    await scan('Dock 7', one);
    let letGo = (): void => undefined;
    const both = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/floor\/hold/, async (route) => {
      await both;
      await route.continue().catch(() => undefined); // the second pull takes the place of the first one's
    });
    await page.evaluate(() => {
      const inTime = setTimeout;
      window.setTimeout = ((work: () => void, ms = 0) => inTime(work, ms + 2_000)) as typeof setTimeout; // a busy desk
    });
    for (const _pull of ['first', 'second']) {
      await page.keyboard.type('B-0010');
      await page.keyboard.press('Enter');
    }
    letGo(); // the trigger was pulled twice before the page came
    await expect(page).toHaveURL(changed);
    await page.unroute(/floor\/hold/);
    await expect(note).toHaveText('Ada Moreno has Dock 7.');
    await scan('B-0010', /\?q=B-0010&/);
    await expect(note).toHaveText('Ada Moreno (B-0010) has Dock 7.');
    await scan('B-0011', /\?q=B-0011&/); // nothing of the scan before is left in the field
    await expect(note).toHaveText('Nobody has a handheld with badge B-0011.');
    await scan('Dock', /\?q=Dock&/); // a text that finds one stays in the field, and the next scan takes its place
    await scan('Dock 7', one);
    await scan('B-0010', changed);
    await expect(note).toHaveText('Dock 7 is back.');
  } finally {
    await gateway.remove();
  }
});

test('a scan is taken by the field that waits, whatever was tapped before', async ({ page }) => {
  const gateway = await createGateway();
  await gateway.configure({ floorShowsWorkers: true, workers: [{ userId: '0', name: 'Ada Moreno', badge: 'B-0010' }] });
  await gateway.start();
  try {
    const report = encodeReport({ id: '0b5c7f9e-1111-4222-8333-444455556666', waiting: 0, person: 0 });
    await fetch(`${gateway.origin}/gateway/hello?nonce=n`, { headers: { [REPORT_HEADER]: report } });
    const scan = async (code: string): Promise<void> => {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    };
    const tapHead = () => page.locator('header').click({ position: { x: 2, y: 2 } });
    await page.goto(`${gateway.origin}/gateway/floor`);
    await page.locator('tbody a').click();
    await page.locator('main summary', { hasText: 'Another name' }).click();
    await page.getByLabel('Handheld', { exact: true }).fill('Dock 7');
    await page.getByRole('button', { name: 'Keep the name' }).click();
    await page.goto(`${gateway.origin}/gateway/floor?q=Dock`);

    await tapHead();
    await expect(page.locator('input:focus')).toHaveCount(0);
    await scan('Dock 7'); // in the place of what was searched for
    await expect(page).toHaveURL(/floor\/one\?id=/);
    await page.waitForLoadState();
    await tapHead();
    await scan('B-0010');
    await expect(page).toHaveURL(/floor\?changed=/);
    await page.waitForLoadState();
    await page.locator('.finder summary').click(); // and the keys of a scan press no button
    await scan('B-0010');
    await expect(page.locator('.held p')).toHaveText('Ada Moreno (B-0010) has Dock 7.');
  } finally {
    await gateway.remove();
  }
});

test('at a desk nine handhelds are in sight, whatever they tell, and no page goes sideways', async ({ page }) => {
  const gateway = await createGateway();
  const workers = ['Ada Moreno', 'Ivan Petrov'].map((name, at) => ({ userId: String(at), name, badge: `W-${at}` }));
  const warehouses = ['Main warehouse', 'Airport warehouse'].map((name, at) => ({ id: String(at), name }));
  await gateway.configure({ floorShowsWorkers: true, workers, warehouses });
  await gateway.start();
  try {
    for (let at = 10; at < 24; at += 1) {
      const report = {
        id: `0b5c7f9e-1111-4222-8333-4444555566${at}`,
        waiting: at % 3,
        person: at % 4 === 0 ? 2 : 0,
        oldest: 7,
        oldestS: 60 * at,
        version: at === 11 ? '0.1.4-9f3c2d' : '0.2.0-1a2b3c',
        kept: at !== 11,
        battery: 4 * at,
        charging: at % 5 === 0,
        warehouse: String(at % 2),
        worker: '0',
        ...(at === 12 && ({ paused: 'on-hold' } as const)),
      };
      await fetch(`${gateway.origin}/gateway/hello?nonce=n`, { headers: { [REPORT_HEADER]: encodeReport(report) } });
    }
    await page.goto(`${gateway.origin}/gateway/floor`);
    await page.locator('tbody a').last().click();
    await page.locator('[name=badge]').fill('W-1');
    await page.locator('[name=badge]').press('Enter');
    const faults: string[] = [];
    for (const language of languageTags) {
      await browserSpeaks({ page, gateway }, language);
      for (const [width, height, least] of [
        [1024, 768, 8],
        [1280, 800, 9],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(`${gateway.origin}/gateway/floor`);
        const seen = await page
          .locator('tbody tr')
          .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
        if (seen < least) faults.push(`${language}, ${width}: ${seen} in sight`);
        faults.push(...(await layoutFaults(page)).map((fault) => `${language}, ${width}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  } finally {
    await gateway.remove();
  }
});

test('with the order open no figure grows, and nothing lies over anything else', async ({ page }) => {
  const gateway = await createGateway();
  await gateway.start();
  try {
    const report = encodeReport({ id: '0b5c7f9e-1111-4222-8333-444455556666', waiting: 4, person: 0 });
    await fetch(`${gateway.origin}/gateway/hello?nonce=n`, { headers: { [REPORT_HEADER]: report } });
    const boxesOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((found) => found.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const [width, height] of [
      [360, 640],
      [900, 800],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${gateway.origin}/gateway/floor`);
      const figures = await boxesOf('.tile');
      await page.locator('.finder summary').click();
      await expect(page.locator('.finder select')).toBeVisible();
      expect(await boxesOf('.tile'), `${width}`).toEqual(figures);
      const parts = await boxesOf(
        '.tile, .finder [type=search], .finder summary, .finder select, .finder button, table',
      );
      const over = parts.flatMap((one, at) =>
        parts
          .slice(at + 1)
          .filter(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
          )
          .map((other) => [one, other]),
      );
      expect(over, `${width}`).toEqual([]);
      expect(await layoutFaults(page), `${width}`).toEqual([]);
    }
  } finally {
    await gateway.remove();
  }
});

/** Returns the height of each handheld's card, in CSS pixels, in their order. */
function heightsOfCards(page: Page): Promise<readonly number[]> {
  return page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
}

test('on a phone five handhelds with nothing wrong have room on a screen, or four that need somebody; each figure has its caption', async ({
  page,
}) => {
  const gateway = await createGateway();
  const workers = ['Ada Moreno', 'Ivan Petrov'].map((name, at) => ({ userId: String(at), name, badge: `W-${at}` }));
  const warehouses = ['Main warehouse', 'Airport warehouse'].map((name, at) => ({ id: String(at), name }));
  await gateway.configure({ floorShowsWorkers: true, workers, warehouses });
  await gateway.start();
  try {
    const well = {
      waiting: 0,
      person: 0,
      version: '0.2.0-1a2b3c',
      kept: true,
      battery: 64,
      charging: true,
      worker: '0',
    };
    const reports = [
      well,
      { ...well, warehouse: '1' },
      { ...well, waiting: 1, oldest: 7, oldestS: 5 },
      { ...well, waiting: 6, oldest: 7, oldestS: 900, battery: 9, charging: false },
      { ...well, person: 2, oldest: 7, oldestS: 2_000 },
    ];
    for (const [at, report] of reports.entries()) {
      const id = `0b5c7f9e-1111-4222-8333-44445555660${at}`;
      const headers = { [REPORT_HEADER]: encodeReport({ warehouse: '0', ...report, id }) };
      await fetch(`${gateway.origin}/gateway/hello?nonce=n`, { headers });
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${gateway.origin}/gateway/floor`);
    await page.locator('tbody a').last().click();
    await page.locator('[name=badge]').fill('W-0');
    await page.locator('[name=badge]').press('Enter');
    await expect(page.locator('.held')).toBeVisible();
    const faults: string[] = [];
    for (const language of languageTags) {
      await browserSpeaks({ page, gateway }, language);
      await page.goto(`${gateway.origin}/gateway/floor`);
      await page.waitForLoadState();
      const heights = await heightsOfCards(page);
      if (heights.length !== 5 || heights.some((height, at) => height > (at < 2 ? 640 / 4 : 640 / 5)))
        faults.push(`${language}: ${heights.join()}`);
      faults.push(...(await layoutFaults(page)).map((fault) => `${language}: ${fault}`));
      const bare = await page.locator('tbody td').evaluateAll((cells) =>
        cells
          .filter((cell) => cell.checkVisibility() && /\d/.test(cell.textContent) && !cell.querySelector('a'))
          .filter((cell) => {
            const { content, clipPath } = getComputedStyle(cell, '::before');
            const isCaptioned = /\p{L}/u.test(content) && clipPath === 'none';
            return !isCaptioned && !/\p{L}/u.test(cell.textContent);
          })
          .map((cell) => cell.textContent),
      );
      faults.push(...bare.map((text) => `${language}: “${text}” has no caption`));
      const captions = await page
        .locator('tbody tr:first-child [data-seen]')
        .evaluate((cell) => getComputedStyle(cell, '::before').content);
      if (!/\p{L}/u.test(captions)) faults.push(`${language}: nothing says what ${captions} is`);
    }
    expect(faults).toEqual([]);
  } finally {
    await gateway.remove();
  }
});

test('what is said of who has a handheld, and the way to give it back, fit a phone and a desk, light and dark, and are read by everybody', async ({
  page,
}) => {
  const gateway = await createGateway();
  const workers = ['Ada Moreno', 'Ivan Petrov'].map((name, at) => ({ userId: String(at), name, badge: `W-${at}` }));
  await gateway.configure({ floorShowsWorkers: true, workers });
  await gateway.start();
  try {
    for (const at of [1, 2]) {
      const report = { id: `0b5c7f9e-1111-4222-8333-44445555660${at}`, waiting: 0, person: 0 };
      await fetch(`${gateway.origin}/gateway/hello?nonce=n`, { headers: { [REPORT_HEADER]: encodeReport(report) } });
    }
    const places = new Set(['floor?q=W-0', 'floor?q=W-1', 'floor?show=out']);
    for (const at of [0, 1]) {
      await page.goto(`${gateway.origin}/gateway/floor`);
      await page.locator('tbody a').nth(at).click();
      await page.locator('[name=badge]').fill('W-0');
      await page.locator('[name=badge]').press('Enter');
      await expect(page.locator('.held')).toBeVisible();
      const id = new URL(page.url()).searchParams.get('changed') ?? '';
      places.add(`floor?changed=${id}`).add(`floor/one?id=${id}`);
    }
    const faults: string[] = [];
    const look = async (
      place: string,
      how: string,
      seen: (page: Page) => Promise<readonly string[]>,
    ): Promise<void> => {
      await page.goto(`${gateway.origin}/gateway/${place}`);
      await page.waitForLoadState();
      faults.push(...(await seen(page)).map((fault) => `${place}, ${how}: ${fault}`));
    };
    for (const language of languageTags) {
      await browserSpeaks({ page, gateway }, language);
      for (const [width, height] of [
        [360, 640],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const place of places) await look(place, `${language}, ${width}`, layoutFaults);
      }
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const place of places) await look(place, colorScheme, axeFaults);
    }
    expect(faults).toEqual([]);
  } finally {
    await gateway.remove();
  }
});
