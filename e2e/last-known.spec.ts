import type { Page } from '@playwright/test';
import { expectRows, readyToScan, signInAs, startWithDemo } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

const COPY = 'scanline-last-known';

declare global {
  /** Lets the databases that were asked for open, now and from now on. */
  var openDatabases: (() => void) | undefined;
  /** What the page does after a second, as where the storage has not answered by then: nothing does it by itself here. */
  var afterSecond: (() => void)[] | undefined;
}

const copyOf = (page: Page): Promise<string | null> => page.evaluate((name) => localStorage.getItem(name), COPY);

/** The demo's handheld, with the copy that its next start is drawn of. */
async function startOnce(page: Page, gateway: Gateway): Promise<void> {
  await startWithDemo(page, gateway);
  await expect.poll(() => copyOf(page)).toContain('"userId":"7"');
}

/** From the next page on no database answers before the test says so, and no second is over. */
async function holdStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const held: IDBOpenDBRequest[] = [];
    let isHeld = true;
    IDBFactory.prototype.open = function (...asked) {
      const request = open.apply(this, asked);
      const keep = (event: Event): void => {
        if (!isHeld) return;
        event.stopImmediatePropagation();
        held.push(request);
      };
      request.addEventListener('success', keep);
      return request;
    };
    globalThis.openDatabases = () => {
      isHeld = false;
      for (const request of held) request.dispatchEvent(new Event('success'));
    };
    const later = globalThis.setTimeout;
    const due: (() => void)[] = [];
    globalThis.afterSecond = due;
    globalThis.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
      ms === 1_000 ? due.push(work) : later(work, ms, ...rest)) as typeof setTimeout;
  });
}

/** Starts anew over a storage that does not answer, and comes back when the screen is ready. */
async function reopenHeld(page: Page, gateway: Gateway): Promise<void> {
  await holdStorage(page);
  await page.goto(`${gateway.origin}/tasks/revert-off`);
  await readyToScan(page);
}

const answerNow = (page: Page): Promise<void> => page.evaluate(() => globalThis.openDatabases?.());

/** Has another worker stand in the copy, as after a kill that took its last change away. */
async function age(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const text = localStorage.getItem(name) ?? '';
    localStorage.setItem(name, text.replace('"userId":"7"', '"userId":"8"'));
  }, COPY);
}

test('a start is ready as the handheld was known last, before its storage answers: what is scanned then is taken once it does', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startOnce(page, gateway);
  await reopenHeld(page, gateway);
  await expect(page.locator('[data-ready=true]')).toBeVisible();
  await burst(page, 'D-1001');
  await burst(page, 'S-01-A');
  await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
  await expect(page.locator('.said-saved')).toHaveCount(0);
  await answerNow(page);
  await expectRows(page, { answered: 1 });
  await expect(page.locator('.said-saved')).toBeVisible();
});

test('a storage that does not answer for a second lets nothing look ready; what was scanned is still kept for it', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startOnce(page, gateway);
  await reopenHeld(page, gateway);
  await burst(page, 'D-1001');
  await page.evaluate(() => globalThis.afterSecond?.forEach((work) => work()));
  await expect(page.getByText('Starting…')).toBeVisible();
  await expect(page.locator('[data-ready]')).toHaveCount(0);
  await burst(page, 'S-01-A');
  await answerNow(page);
  await expectRows(page, { answered: 1 });
  await readyToScan(page);
});

test('where another worker was known last, nothing is done in his name: scans are of the one that the storage names', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startOnce(page, gateway);
  await age(page);
  await reopenHeld(page, gateway);
  await burst(page, 'D-1001');
  await burst(page, 'S-01-A');
  await answerNow(page);
  await expectRows(page, { answered: 1 });
  const [execution] = await gateway.executions('RevertOff');
  expect(Object.fromEntries(execution?.parameters ?? [])).toMatchObject({ deliveryCode: 'D-1001', userID: '7' });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith('-of-8')))).toEqual([]);
  await expect.poll(() => copyOf(page)).toContain('"userId":"7"'); // the next start knows it
});

test('where another worker was known last, a button that was tapped at once saves nothing for anybody', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startOnce(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001');
  await expect(page.getByLabel('Transfer line number')).toHaveValue('5001');
  await age(page);
  await page.evaluate(() => {
    for (const [name, text] of Object.entries(localStorage))
      if (name.endsWith('-of-7')) localStorage.setItem(name.replace(/7$/, '8'), String(text));
  });
  await holdStorage(page);
  await page.reload();
  await expect(page.getByLabel('Transfer line number')).toHaveValue('5001');
  await page.getByRole('button', { name: 'Reopen bag' }).click();
  await answerNow(page);
  await expect(page.getByText('BAG-2001').first()).toBeVisible(); // of worker 7, who had begun it too
  await burst(page, 'BAG-2002');
  await expect(page.getByText('BAG-2002').first()).toBeVisible(); // what comes after it is there, and it is not
  await expectRows(page, {});
  expect(await gateway.executions('AgainOpenBag')).toHaveLength(0);
});

test('of the access key the copy says only that there is one, and there is none where a start has to ask first who is there', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startOnce(page, gateway);
  const text = (await copyOf(page)) ?? '';
  expect(text).not.toContain('demo-key'); // not even the stand-in's, which is public
  const { site, ...rest } = JSON.parse(text.replace(/^[^{]*/, '')) as Record<string, unknown>;
  expect(site).toHaveProperty('demo.userId', '7');
  expect(rest).toEqual({
    settings: expect.objectContaining({ userId: '7' }) as unknown,
    hasKey: true,
    hasOwnPin: false,
    session: {},
  });
  await signInAs(page, gateway, '9');
  await expect.poll(() => copyOf(page)).toContain('"userId":"9"');
  await page.goto(`${gateway.origin}/settings`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => copyOf(page)).toBeNull();
});

test('a start from home with half a task waits for the storage, which knows where the worker was', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startOnce(page, gateway);
  await page.goto(`${gateway.origin}/tasks/revert-off`);
  await readyToScan(page);
  await burst(page, 'D-1001');
  await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible();
  await holdStorage(page);
  await page.goto(gateway.origin);
  await expect(page.getByText('Starting…')).toBeVisible();
  await page.waitForFunction(() => 'scanlineStart' in globalThis);
  await expect(page.locator('[data-ready]')).toHaveCount(0);
  await answerNow(page);
  await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible();
});

for (const [name, path, change] of [
  [
    'a copy that another build has kept',
    '/tasks/revert-off',
    (text: string) => text.replace(/^[0-9a-f]{10}/, '0123456789'),
  ],
  ['a copy that nobody can read', '/tasks/revert-off', (text: string) => text.slice(0, -1)],
  ['a screen that does more than show', '/?op=RevertOff', (text: string) => text],
] as const) {
  test(`${name}: nothing is drawn before the storage answers`, async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await startOnce(page, gateway);
    const changed = change((await copyOf(page)) ?? '');
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [COPY, changed] as const);
    await holdStorage(page);
    await page.goto(`${gateway.origin}${path}`);
    await page.waitForFunction(() => 'scanlineStart' in globalThis && document.readyState === 'complete');
    await expect(page.locator('.shell-lead')).toHaveCount(1); // index.html's own
    await answerNow(page);
    await readyToScan(page);
    await expect.poll(() => copyOf(page)).toMatch(/^[0-9a-f]{10}\{.*\}$/);
  });
}

test.describe('where the handheld locks by itself', () => {
  test.use({ site: { idleLockMinutes: 5 } });

  test('no copy is kept: who may be gone is asked for first', async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await startWithDemo(page, gateway);
    await page.reload();
    await readyToScan(page);
    await expect.poll(() => asked.filter((path) => path === '/gateway/site').length).toBeGreaterThan(1); // what comes after the copy
    expect(await copyOf(page)).toBeNull();
  });
});
