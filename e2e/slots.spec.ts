import { readFileSync } from 'node:fs';
import { type Locator, type Page, expect } from '@playwright/test';
import { languageTags } from '#contract/languages.ts';
import { expectRows, readyToScan, openAtRevertOff, openWithDemo, startAtRevertOff } from './rig/app.ts';
import { layoutFaults } from './rig/layout.ts';
import { speakOnTheSpot } from './rig/scene.ts';
import { online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** The tasks whose call is made of two scans: what goes into each place, and a pair that the stand-in takes. */
const jobs = [
  { path: '/tasks/revert-off', words: ['Delivery', 'Shelf'], codes: ['D-1001', 'S-01-A'] },
  {
    path: '/tasks/transport-order',
    words: ['Transport order', 'International delivery'],
    codes: ['TO-6003', 'I-8001'],
  },
  { path: '/tasks/external-code', words: ['External code', 'Order code'], codes: ['EX-50003', 'OC-7'] },
] as const;
const small = [
  [360, 640, 'D-1002'],
  [320, 568, 'D-1003'],
] as const;

/** Returns the taps of a job as the worker's page counts them. */
function tapsOf(job: string): number {
  const page = readFileSync('docs/worker.md', 'utf8');
  return Number(new RegExp(`^\\| ${job} \\| (\\d+) \\|`, 'm').exec(page)?.[1]);
}

/** Codes that are one line of the screen, or two of the smallest and of one that lies down. */
const longCodes = [
  [360, 640, '00340123456789012345'],
  [320, 568, 'EE123456789CN'],
  [640, 360, '00340123456789012352'],
] as const;

const slots = (page: Page) => page.locator('.hero').getByRole('listitem');
const fills = (page: Page) => slots(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-fill')));
const marked = (page: Page) => page.locator('.hero [aria-current=step]');

/** Returns how high the screen's head and each place in it are, and the highest strip of the head in which nothing stands. */
function measure(page: Page) {
  return page.evaluate(() => {
    const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
    const hero = document.querySelector('.hero') as Element;
    const prompt = document.createRange(); // its words: the room of a longer one is as white as any
    prompt.selectNodeContents(hero.querySelector('.prompt > span') as Element);
    const inSlots = [...hero.querySelectorAll('.slot-word, .slot .code, .slot-room, .slot-keep')].map(boxOf);
    const places = [prompt.getBoundingClientRect(), ...inSlots];
    const { top, bottom } = boxOf(hero);
    let [reached, strip] = [top, 0];
    for (const box of [...places, { top: bottom, bottom }].sort((one, other) => one.top - other.top)) {
      strip = Math.max(strip, box.top - reached);
      reached = Math.max(reached, box.bottom);
    }
    const codes = [...hero.querySelectorAll('.code')].map((code) => Number.parseFloat(getComputedStyle(code).fontSize));
    return { heights: [hero, ...hero.querySelectorAll('.slot')].map((each) => boxOf(each).height), strip, codes };
  });
}

test('each code of a call has its place under its word, the same size empty, filled and saved; what is asked next is marked @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  for (const { path, words, codes } of jobs) {
    await page.goto(`${gateway.origin}${path}`);
    await readyToScan(page);
    const heights = new Map<number, readonly number[]>();
    /** Looks at both small screens: nothing has moved since the first look, and no code is small. */
    const look = async (where: string): Promise<void> => {
      for (const [width, height] of small) {
        await page.setViewportSize({ width, height });
        const seen = await measure(page);
        const before = heights.get(width) ?? seen.heights;
        heights.set(width, before);
        expect.soft(seen.heights, `${where} at ${width}`).toEqual(before);
        expect.soft(Math.round(seen.strip), `the empty strip, ${where} at ${width}`).toBeLessThanOrEqual(24);
        for (const size of seen.codes) expect.soft(size, `${where} at ${width}`).toBeGreaterThanOrEqual(28);
      }
    };
    await expect(slots(page)).toHaveText(words.map((word) => new RegExp(`${word}: ?empty`)));
    await expect(marked(page)).toContainText(words[0]);
    expect(await fills(page)).toEqual([null, null]);
    await look(`${path}, ready`);

    await burst(page, codes[0]);
    await expect(slots(page).first()).toContainText(codes[0]);
    await expect(marked(page)).toContainText(words[1]);
    expect(await fills(page)).toEqual(['filled', null]);
    await look(`${path}, half`);

    await burst(page, codes[1]);
    if (path === '/tasks/external-code') {
      await expect(slots(page).last()).toContainText(codes[1]);
      expect(await fills(page)).toEqual(['filled', 'filled']);
      await page.locator('.dock .button-lead').click();
    }
    await expect.poll(() => fills(page)).toEqual(['saved', 'saved']);
    await expect(slots(page)).toHaveText([...codes].map((code) => new RegExp(code)));
    await expect(marked(page)).toContainText(words[0]);
    await look(`${path}, saved`);
  }
});

test('a pair that the service then refuses is green in no place', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await burst(page, 'D-9999');
  await burst(page, 'S-01-A');
  await expect(page.locator('.said-word')).toContainText('Not done');
  expect(await fills(page)).toEqual([null, null]);
});

test('the shelf that stays is as large as the prompt, nothing moves while it does, and one tap on its place leads to another one @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  for (const code of ['D-1001', 'S-01-A']) await burst(page, code);
  await page.getByRole('button', { name: 'Keep S-01-A for all' }).click();
  const shelf = slots(page).last();
  for (const [width, height, delivery] of small) {
    await page.setViewportSize({ width, height });
    const ready = await measure(page);
    expect(ready.codes.at(-1), `${width}`).toBe(36);
    await burst(page, delivery);
    await expect.poll(() => fills(page)).toEqual(['saved', 'kept']);
    expect((await measure(page)).heights, `${width}`).toEqual(ready.heights);
    await expect(shelf).toContainText('S-01-A');
    await expect(page.locator('.said')).toContainText('S-01-A');
  }
  const { width = 0, height = 0 } = (await shelf.getByRole('button', { name: 'Change shelf' }).boundingBox()) ?? {};
  expect([width > 290, height >= 48]).toEqual([true, true]);
  await shelf.click({ position: { x: 20, y: 20 } }); // all of its place
  await expect(marked(page)).toContainText('Shelf');
  for (const code of ['S-02-B', 'D-1004', 'D-1005']) await burst(page, code);
  await expectRows(page, { answered: 5 });
  const ran = (await gateway.executions('RevertOff')).slice(-2);
  expect(ran.map(({ parameters }) => Object.fromEntries(parameters))).toMatchObject([
    { deliveryCode: 'D-1004', storeCode: 'S-02-B' },
    { deliveryCode: 'D-1005', storeCode: 'S-02-B' },
  ]);
});

test('a shelf that is to stay is asked for before any pair, and one that is asked about holds every scan in yellow', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  const prompt = page.locator('.prompt');
  const ready = page.locator('.hero[data-ready=true]');
  const same = page.getByRole('button', { name: 'Same shelf for all' });
  await same.click();
  await expect(prompt).toHaveText('Scan the shelf');
  await same.click(); // it was a slip
  await expect(prompt).toHaveText('Scan the delivery');
  await same.click();
  await burst(page, 'S-01-A');
  await expect(prompt).toHaveText('Scan the delivery');
  await burst(page, 'D-1001');
  await expectRows(page, { answered: 1 });
  await expect(ready).toBeVisible();
  await burst(page, 'S-02-A');
  await expect(ready).toBeHidden();
  await expect(page.locator('.hero')).toContainText('Answer below first');
  await page.getByRole('button', { name: 'Keep S-02-A', exact: true }).click();
  await expect(ready).toBeVisible();
});

test('long codes are whole in their places in each language, and nothing of the screen is cut off', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  for (const language of languageTags) {
    await speakOnTheSpot(page, language);
    for (const { path } of jobs) {
      await page.goto(`${gateway.origin}${path}`);
      await readyToScan(page);
      const isScans = path !== '/tasks/external-code';
      for (const [width, height, long] of longCodes) {
        // The longest words fill the smallest screens, which scroll then.
        if (width !== 360 && (language === 'ru' || !isScans)) continue;
        const code = isScans ? long : longCodes[1][2]; // there another one would be the second code
        await page.setViewportSize({ width, height });
        const empty = await measure(page);
        await burst(page, code);
        await expect(slots(page).first()).toContainText(code);
        expect.soft(await layoutFaults(page), `${path} in ${language} at ${width}`).toEqual([]);
        const isOneLine = width === 360 && isScans; // twenty digits: nothing moves where they come
        if (isOneLine) expect.soft((await measure(page)).heights, `${path} in ${language}`).toEqual(empty.heights);
        if (isScans) await page.locator('.dock .button').last().click(); // Undo
      }
    }
  }
});

test('a scan that comes while a saved pair still slides into its row is taken; without motion nothing slides', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  const sliding = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .flatMap((each) => ('animationName' in each ? Number(each.effect?.getTiming().duration) : [])),
    );
  // It slides as long as the test wants.
  await page.evaluate(() =>
    document.styleSheets[0]?.insertRule('.row.is-new { animation-play-state: paused !important }'),
  );
  for (const code of ['D-1001', 'S-01-A']) await burst(page, code);
  await expect.poll(sliding).toEqual([120]);
  for (const code of ['D-1002', 'S-01-B', 'D-1003', 'S-02-A']) await burst(page, code);
  await expectRows(page, { answered: 3 });
  expect(await sliding()).toEqual([120]); // the newest alone
  await page.evaluate(() => (document.documentElement.dataset['motion'] = 'off'));
  await burst(page, 'D-1004');
  await burst(page, 'S-02-B');
  await expectRows(page, { answered: 4 });
  expect(await sliding()).toEqual([]);
});

test('the title of a task is one line at 360 px beside a badge of two digits, which gives it room', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 360, height: 640 });
  await startAtRevertOff(page, gateway);
  for (let each = 10; each < 22; each += 1) for (const code of [`D-99${each}`, 'S-01-A']) await burst(page, code);
  await expect(page.locator('a.status')).toContainText('12 need you');
  for (const { path } of jobs) {
    await page.goto(`${gateway.origin}${path}`);
    await readyToScan(page);
    const lines = await page.locator('.top h1').evaluate((title) => {
      const range = document.createRange();
      range.selectNodeContents(title);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect.soft(lines, path).toBe(1);
  }
});

test('taps and scans of the jobs of two scans are those of docs/worker.md', async ({ gateway, handheld }) => {
  const page = await openWithDemo(handheld, gateway);
  const [revert, order, external] = jobs;
  let taps = 0;
  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await what.click();
  };
  /** Goes from Home to a task by a tap, and scans a pair. */
  const fromHome = async ({ path, codes }: (typeof jobs)[number]): Promise<void> => {
    taps = 0;
    await tap(page.locator(`a[href="${path}"]`));
    await readyToScan(page);
    for (const code of codes) await burst(page, code);
  };
  const saved = () => expect.poll(() => fills(page)).toEqual(['saved', 'saved']);
  const home = () => page.getByRole('link', { name: 'Home', exact: true }).click();

  await fromHome(revert);
  await saved();
  for (const code of ['D-1002', 'S-01-B']) await burst(page, code);
  await expectRows(page, { answered: 2 });
  expect(taps).toBe(tapsOf('Back on shelf, the first pair') + tapsOf('Back on shelf, each further pair'));
  await tap(page.getByRole('button', { name: 'Keep S-01-B for all' }));
  for (const code of ['D-1003', 'D-1004']) await burst(page, code);
  await expectRows(page, { answered: 4 });
  expect(taps).toBe(tapsOf('Back on shelf, one shelf for N deliveries'));

  await home();
  await fromHome(order);
  await saved();
  expect(taps).toBe(tapsOf('Transport order, the first'));
  for (const code of ['TO-6001', 'I-8003']) await burst(page, code);
  await expectRows(page, { answered: 6 });
  expect(taps - tapsOf('Transport order, the first')).toBe(tapsOf('Transport order, each further pair'));

  await home();
  await fromHome(external);
  const store = page.locator('.dock .button-lead');
  await tap(store);
  await saved();
  expect(taps).toBe(tapsOf('External code, the first'));
  taps = 0;
  for (const code of ['EX-50001', 'OC-8']) await burst(page, code);
  await expect(slots(page).last()).toContainText('OC-8');
  await tap(store);
  await saved();
  expect(taps).toBe(tapsOf('External code, the next'));
});
