import type { Page } from '@playwright/test';
import { readyToScan, openAtRevertOff } from './rig/app.ts';
import { holdKeeping, holdScripts, openPastDoubt, openToKeeping, scansOnDisk, slowDown } from './rig/early.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst, composeText, injectText } from './rig/wedge.ts';

/** Ten deliveries and their shelves. */
const codes = Array.from({ length: 20 }, (_, index) => `${index % 2 === 0 ? 'D' : 'S'}-${3000 + index}`);
/** Longer than the silence that ends a code: what is tested here is that silence. */
const SILENCE_MS = 450;

async function startOnce(page: Page, gateway: { readonly origin: string }): Promise<void> {
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Use the training values' }).click();
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
}

/** On a busy machine the first scan may come within its own stalls of the first paint: all are shown then, and none is taken. */
const doubt = (page: Page) => page.getByRole('alert').filter({ hasText: 'may be cut off' });

async function isDoubtedOrTaken(page: Page): Promise<boolean> {
  return (await doubt(page).isVisible()) || (await scansOnDisk(page)).length === codes.length;
}

test.describe('before any script of the build is there', () => {
  test.use({ serviceWorkers: 'block' });

  for (const rate of [1, 6]) {
    test(`twenty bursts from right behind the first paint on are twenty scans in order, at ${rate}x`, async ({
      page,
      gateway,
    }) => {
      await startOnce(page, gateway);
      await slowDown(page, rate);
      const release = await holdScripts(page);
      await openToKeeping(page, `${gateway.origin}/tasks/revert-off`);
      for (const code of codes) await burst(page, code);
      release();
      await expect.poll(() => isDoubtedOrTaken(page), { timeout: 30_000 }).toBe(true);
      const isDoubted = await doubt(page).isVisible();
      if (isDoubted) await expect(doubt(page)).toContainText(`Scan them again: ${codes.join(', ')}`);
      expect(await scansOnDisk(page)).toEqual(isDoubted ? [] : codes);
    });
  }

  test('what is scanned while the styles are on their way is taken, and no screen is drawn before them', async ({
    page,
    gateway,
  }) => {
    await startOnce(page, gateway);
    const release = await holdScripts(page, '**/assets/*.css');
    const start = page.waitForResponse('**/assets/index-*.js');
    await openPastDoubt(page, `${gateway.origin}/tasks/revert-off`);
    for (const code of codes.slice(0, 2)) await burst(page, code);
    await start;
    await expect(page.locator('.shell-main')).toHaveCount(1);
    release();
    await expect.poll(() => scansOnDisk(page)).toEqual(codes.slice(0, 2));
    const link = page.getByRole('link', { name: 'Home' });
    await expect.poll(() => link.evaluate((each) => getComputedStyle(each).display)).not.toBe('inline'); // they are worn
  });

  test('styles that cannot be had hold no scan up', async ({ page, gateway }) => {
    await startOnce(page, gateway);
    await page.route('**/assets/*.css', (route) => route.abort());
    await page.goto(`${gateway.origin}/tasks/revert-off`);
    await readyToScan(page);
    for (const code of codes.slice(0, 2)) await burst(page, code);
    await expect.poll(() => scansOnDisk(page)).toEqual(codes.slice(0, 2));
  });

  test('each delivery of a scanner is taken: keys, text, composition, with every ending and none', async ({
    page,
    gateway,
  }) => {
    await startOnce(page, gateway);
    const release = await holdScripts(page);
    await openPastDoubt(page, `${gateway.origin}/tasks/revert-off`);
    const [one = '', two = '', three = '', four = '', five = '', six = '', seven = '', eight = ''] = codes;
    await burst(page, one, { terminator: 'Tab' });
    await injectText(page, `${two}\n`);
    await burst(page, three, { terminator: 'none' });
    await page.waitForTimeout(SILENCE_MS);
    await injectText(page, four);
    await page.waitForTimeout(SILENCE_MS);
    await composeText(page, five);
    await page.waitForTimeout(SILENCE_MS);
    for (const character of six) await injectText(page, character);
    await burst(page, '', { terminator: 'Enter' });
    await injectText(page, seven);
    await burst(page, '', { terminator: 'Enter' });
    await burst(page, eight);
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-scan-anywhere'))).toBe(true);
    release();
    await expect.poll(() => scansOnDisk(page), { timeout: 30_000 }).toEqual(codes.slice(0, 8));
    await readyToScan(page);
    await expect(page.locator('[data-scan-anywhere]')).toHaveValue('');
  });

  test('the page’s field has the focus behind the first frame, whose time it would take, and not before scans are kept', async ({
    page,
    gateway,
  }) => {
    await startOnce(page, gateway);
    await page.addInitScript(() => {
      const seen = { frames: 0, given: 0 };
      Object.assign(globalThis, { seen });
      requestAnimationFrame(() => (seen.frames += 1));
      const focus = HTMLElement.prototype.focus;
      HTMLElement.prototype.focus = function (...how) {
        seen.given += 1;
        focus.apply(this, how);
      };
      addEventListener('focusin', ({ timeStamp }) => {
        Object.assign(globalThis, { focused: { ...seen, timeStamp, wasKept: 'earlyScan' in globalThis } });
      });
    });
    const release = await holdScripts(page);
    await openPastDoubt(page, `${gateway.origin}/tasks/revert-off`);
    const focused = await page.evaluate(() => (globalThis as { focused?: { timeStamp: number } }).focused);
    expect(focused).toMatchObject({ frames: 1, given: 1, wasKept: true }); // given: by the script, not by the browser
    const fieldMs = await page.evaluate(() => window.earlyScan?.fieldMs);
    expect(fieldMs).toBeGreaterThanOrEqual(focused?.timeStamp ?? Number.NaN);
    release();
  });

  test('where no frame comes before the app does, the app shows the page’s field, and a text put in is held', async ({
    page,
    gateway,
  }) => {
    await startOnce(page, gateway);
    await page.addInitScript(() => {
      const ask = requestAnimationFrame;
      globalThis.requestAnimationFrame = () => {
        globalThis.requestAnimationFrame = ask;
        return 0; // the frame that the page waits for
      };
    });
    await page.goto(gateway.origin);
    await readyToScan(page);
    await expect(page.locator('[data-scan-anywhere]')).toBeVisible();
    await injectText(page, 'D-3000\n');
    await expect(page.locator('.panel')).toContainText('D-3000');
  });

  test('what was scanned before the home screen is held there, the first first @promise', async ({ page, gateway }) => {
    await startOnce(page, gateway);
    const release = await holdScripts(page);
    await openPastDoubt(page, gateway.origin);
    for (const code of codes.slice(0, 3)) await burst(page, code);
    release();
    const held = page.locator('.panel');
    await expect(held).toContainText('D-3000');
    await expect(held).toContainText('2 more codes after it');
    await page.getByRole('link', { name: /back on shelf/i }).click();
    await page.getByRole('button', { name: 'It is the delivery' }).click();
    await expect(page.getByText('S-3001 was scanned. What is it?')).toBeVisible();
    await page.getByRole('button', { name: 'It is the shelf' }).click();
    await expect.poll(() => scansOnDisk(page)).toEqual(['D-3000', 'S-3001']);
    await expect(page.getByText('D-3002 was scanned. What is it?')).toBeVisible();
  });

  test('what was scanned before the first start is there after it', async ({ page, gateway }) => {
    const release = await holdScripts(page);
    await openPastDoubt(page, gateway.origin);
    await burst(page, 'D-3000');
    release();
    await page.getByLabel('User id').click();
    await page.keyboard.type('7', { delay: 200 });
    await expect(page.getByLabel('User id')).toHaveValue('7'); // the keeping has ended: a person types
    await page.getByRole('button', { name: 'Use the training values' }).click();
    await expect(page.locator('.panel')).toContainText('D-3000');
  });

  test('what was scanned before a storage that would not open is there when it opens', async ({ page, gateway }) => {
    await startOnce(page, gateway);
    await page.addInitScript(() => {
      const open = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (...parameters) {
        if ('isMended' in globalThis) return open.apply(this, parameters);
        throw new DOMException('the test keeps it shut', 'UnknownError');
      };
    });
    const release = await holdScripts(page);
    await openPastDoubt(page, `${gateway.origin}/tasks/revert-off`);
    for (const code of codes.slice(0, 2)) await burst(page, code);
    release();
    const again = page.getByRole('button', { name: /try again/i });
    await expect(again).toBeVisible();
    await page.evaluate(() => Object.assign(globalThis, { isMended: true }));
    await again.click();
    await expect.poll(() => scansOnDisk(page)).toEqual(codes.slice(0, 2));
  });

  test('of a scan that was running when the page began no task gets anything: its codes are shown until they are read', async ({
    page,
    gateway,
  }) => {
    await startOnce(page, gateway);
    await page.addInitScript(() => {
      const vibrated: unknown[] = [];
      Object.assign(globalThis, { vibrated });
      navigator.vibrate = (pattern) => vibrated.push(pattern) > 0;
    });
    const start = await holdScripts(page);
    const release = await holdKeeping(page);
    await page.goto(`${gateway.origin}/tasks/revert-off`, { waitUntil: 'commit' });
    const heads = '0123456789'.repeat(24); // long enough to be running still when the page listens
    const running = burst(page, `D-${heads}-1011`, { gapMs: () => 5 });
    await page.waitForTimeout(50); // the head of it is lost
    release();
    await running;
    await burst(page, 'S-02-A');
    start();
    const notice = doubt(page);
    await expect(notice).toContainText(
      /Nothing is taken, as the first of these may be cut off\. Scan them again: (?:-?[0-9…]+, )*-?[0-9…]*-1011, S-02-A/, // whatever was lost of it, and wherever it stalled
    );
    await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
    const bar = page.locator('.hero');
    await expect(bar).toHaveAttribute('data-ready', 'false'); // any other scan would not be taken
    await expect(bar).toContainText('Scan it again');
    const wrong = [250, 100, 250];
    expect(await page.evaluate(() => (globalThis as { vibrated?: unknown[] }).vibrated)).toContainEqual(wrong);
    await readyToScan(page);
    await burst(page, 'S-02-B');
    await expect(notice).toContainText('S-02-A, S-02-B'); // nor does the next one fill the step of the first
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Read' }).click();
    await expect(notice).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { name: /Scan the delivery/ })).toBeVisible();
    await expect(bar).toHaveAttribute('data-ready', 'true');
    for (const code of codes.slice(0, 2)) await burst(page, code);
    await expect.poll(() => scansOnDisk(page)).toEqual(codes.slice(0, 2));
  });

  test('the head of a scan is missing, and its end comes when the screen is there: it is shown all the same', async ({
    page,
    gateway,
  }) => {
    await startOnce(page, gateway);
    const start = await holdScripts(page);
    const release = await holdKeeping(page);
    await page.goto(`${gateway.origin}/tasks/revert-off`, { waitUntil: 'commit' });
    const running = burst(page, `D-${'0123456789'.repeat(24)}-1011`, { gapMs: () => 5, terminator: 'none' });
    await page.waitForTimeout(50); // the head of it is lost
    release();
    await running;
    start();
    await readyToScan(page); // silence ends the code after this
    await expect(page.getByText(/it may be cut off\. Scan it again: .*-1011/)).toBeVisible();
    await page.setViewportSize({ width: 360, height: 640 }); // a long code leaves the head its room, and so does the shelf
    const [head, line] = [page.locator('.hero-problem'), page.locator('.hero')];
    await expect.poll(async () => (await head.boundingBox())?.height).toBeLessThan(30); // one line
    expect(await line.evaluate((part) => part.scrollHeight <= part.clientHeight)).toBe(true);
    await page.getByRole('button', { name: 'Read' }).click();
    await expect(head).toBeHidden();
    for (const code of codes.slice(0, 2)) await burst(page, code);
    await expect.poll(() => scansOnDisk(page)).toEqual(codes.slice(0, 2));
  });

  test('what is typed right after a reload is taken whole, or not at all', async ({ page, gateway }) => {
    await startOnce(page, gateway);
    await page.goto(`${gateway.origin}/tasks/revert-off`);
    await readyToScan(page);
    const typed = ['X-9001', 'X-9002', 'X-9003'];
    for (let waitMs = 0; waitMs <= 10; waitMs += 2) {
      await page.reload({ waitUntil: 'commit' });
      await page.waitForTimeout(waitMs);
      const pair = [`D-${5000 + waitMs}`, `S-${5000 + waitMs}`];
      typed.push(...pair);
      for (const code of pair) await burst(page, code);
      await readyToScan(page);
    }
    const read = page.getByRole('button', { name: 'Read' });
    await expect(async () => {
      // The last one is doubted, and maybe one that came after it: nothing is taken until they are read.
      while (await read.first().isVisible()) await read.first().click();
      // One of them may stand there without its shelf: the second of three is on the disk in any case.
      for (const code of typed.slice(0, 3)) await burst(page, code);
      await expect.poll(() => scansOnDisk(page), { timeout: 2_000 }).toContain('X-9002');
    }).toPass({ timeout: 60_000 });
    expect((await scansOnDisk(page)).filter((text) => !typed.includes(text))).toEqual([]);
  });

  test('a person’s keys keep their meaning: a shortcut and a lone Tab are not taken', async ({ page, gateway }) => {
    const release = await holdScripts(page);
    await openToKeeping(page, gateway.origin);
    await page.evaluate(() =>
      addEventListener('keydown', ({ key, defaultPrevented }) => {
        const seen = globalThis as { left?: string[] };
        if (!defaultPrevented && key.length > 0) (seen.left ??= []).push(key);
      }),
    );
    for (const key of ['Control+k', 'Tab', 'ArrowDown', 'x']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(SILENCE_MS); // slower than a scanner
    }
    const left = await page.evaluate(() => (globalThis as { left?: string[] }).left);
    expect(left).toEqual(['Control', 'k', 'Tab', 'ArrowDown']);
    release();
  });
});

for (const rate of [1, 6]) {
  test(`bursts from right behind the first paint on over the hand-over to the app are one scan each, in order, at ${rate}x`, async ({
    gateway,
    handheld,
  }) => {
    const page = await openAtRevertOff(handheld, gateway);
    await slowDown(page, rate);
    await openToKeeping(page, `${gateway.origin}/tasks/revert-off`);
    const fired: string[] = [];
    const isReady = (): Promise<boolean> =>
      page.evaluate(() => document.activeElement?.hasAttribute('data-scan-sink') ?? false);
    for (let left = 10; left > 0; left -= (await isReady()) ? 1 : 0) {
      const [delivery, shelf] = [`D-${4000 + fired.length}`, `S-${4001 + fired.length}`];
      await burst(page, delivery, { gapMs: () => 4 });
      await injectText(page, `${shelf}\n`);
      fired.push(delivery, shelf);
    }
    const isDoubted = await doubt(page).isVisible();
    if (isDoubted) await expect(doubt(page)).toContainText(`Scan them again: ${fired.join(', ')}`);
    await expect.poll(() => scansOnDisk(page), { timeout: 30_000 }).toEqual(isDoubted ? [] : fired);
  });
}
