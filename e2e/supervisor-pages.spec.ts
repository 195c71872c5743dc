import type { Page } from '@playwright/test';
import { languageAttribute, languageTags } from '#contract/languages.ts';
import { foreignWords } from './rig/untranslated.ts';
import { axeFaults } from './rig/axe.ts';
import { layoutFaults } from './rig/layout.ts';
import { browserSpeaks, showTheme } from './rig/scene.ts';
import { expect, test } from './rig/test.ts';
import { signIn, startWithCalls, supervisorPages } from './supervisorPages.ts';

test.use({ timezoneId: 'Asia/Shanghai', locale: 'en-GB' });

/** The smallest size of a text that is seen, in CSS pixels. */
function smallestText(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sizes = [...document.body.querySelectorAll('*')].flatMap((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return hasText && element.checkVisibility() ? [parseFloat(getComputedStyle(element).fontSize)] : [];
    });
    return Math.min(...sizes);
  });
}

/** The most letters that a line of running text has. */
function longestLine(page: Page): Promise<number> {
  return page.evaluate(() => {
    let longest = 0;
    for (const text of document.querySelectorAll('main p:not(.buttons), main ul > li')) {
      const letters = new Map<number, number>();
      const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const [box] = range.getClientRects();
          if (box && box.width > 0)
            letters.set(Math.round(box.bottom / 8), (letters.get(Math.round(box.bottom / 8)) ?? 0) + 1);
        }
      }
      longest = Math.max(longest, ...letters.values());
    }
    return longest;
  });
}

/** The share of the window's width that what stands on the page takes, from 0 to 1. */
function widthTaken(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main :is(table, pre, section, fieldset, .row, .parts, .columns > *)')];
    const ends = boxes.map((box) => box.getBoundingClientRect()).filter(({ width }) => width > 0);
    const [from, to] = [Math.min(...ends.map(({ left }) => left)), Math.max(...ends.map(({ right }) => right))];
    return (to - from) / document.documentElement.clientWidth;
  });
}

test('each page for supervisors fits a handheld and a desk, light and dark, is translated, and is read by everybody', async ({
  page,
}) => {
  const gateway = await startWithCalls(page);
  const found: string[] = [];
  try {
    for (const { name, reach, isOutside } of supervisorPages) {
      if (isOutside) await page.context().clearCookies();
      else if ((await page.context().cookies()).length === 0) await signIn(page, gateway);
      for (const language of languageTags) {
        await browserSpeaks({ page, gateway }, language);
        await reach(page, gateway);
        await page.waitForLoadState(); // before its style has come, an answer is one line of 2,020 px
        await expect(page.locator('html')).toHaveAttribute('lang', languageAttribute(language));
        for (const size of [
          { width: 360, height: 640 },
          { width: 1280, height: 800 },
        ]) {
          await page.setViewportSize(size);
          const drawn = [...(await layoutFaults(page)), ...(await foreignWords(page, language))];
          if ((await smallestText(page)) < 14.99) drawn.push(`a text of ${await smallestText(page)} px`);
          if (size.width > 360) {
            if ((await longestLine(page)) > 75) drawn.push(`a line of ${await longestLine(page)} letters`);
            if (/-(?:service|set-up|devices|floor-one)\b/.test(name) && (await widthTaken(page)) < 0.9)
              drawn.push('half a page is empty');
          }
          found.push(...drawn.map((fault) => `${name}, ${language}, ${size.width}: ${fault}`));
        }
      }
      for (const theme of ['light', 'dark', 'contrast'] as const) {
        await showTheme(page, theme);
        found.push(...(await axeFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`));
      }
    }
  } finally {
    await gateway.remove();
  }
  expect(found).toEqual([]);
});

test('the head is one line on a phone and at a desk: first what a shift needs, the rest and the way out behind “More”, without script', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  const gateway = await startWithCalls(page);
  const header = page.locator('header');
  const heightOf = async (): Promise<number> => (await header.boundingBox())?.height ?? 0;
  try {
    for (const language of languageTags) {
      await context.setExtraHTTPHeaders({ 'accept-language': language });
      for (const [name, phone] of [
        ['floor', 56],
        ['ledger', 56],
        ['shift', 56],
        ['devices', 104], // whose link is behind “More”: its title is a line more
        ['setup/answers', 104],
      ] as const) {
        await page.goto(`${gateway.origin}/gateway/${name}`);
        for (const [width, height, most] of [
          [360, 640, phone],
          [1280, 800, 56],
        ] as const) {
          await page.setViewportSize({ width, height });
          expect([language, name, width, (await heightOf()) <= most]).toEqual([language, name, width, true]);
        }
      }
    }
    await context.setExtraHTTPHeaders({ 'accept-language': 'en' });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${gateway.origin}/gateway/floor`);
    await expect(header.getByRole('link')).toHaveText(['Floor', 'Ledger', 'Shift']);
    await expect(header.getByRole('heading', { name: 'Floor' })).toBeAttached();
    await header.getByText('More').click();
    const all = [
      'Floor',
      'Ledger',
      'Shift',
      'Printers',
      'Handhelds',
      'Set up a handheld',
      'Service and site',
      'People',
      'Who did what',
    ];
    await expect(header.getByRole('link')).toHaveText(all);
    for (const link of await header.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await header.getByRole('link', { name: 'People' }).click();
    await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
    await header.getByText('More').click();
    await header.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(header.getByRole('link')).toHaveCount(0);
  } finally {
    await context.close();
    await gateway.remove();
  }
});

test('times are those of whoever looks, and so is the day that is searched; the page has the theme of the handheld', async ({
  page,
}) => {
  const gateway = await startWithCalls(page);
  try {
    await page.goto(`${gateway.origin}/gateway/ledger`);
    const times = page.locator('time');
    const [utc, shown] = await times.first().evaluate((time: HTMLTimeElement) => [time.dateTime, time.textContent]);
    const there = new Date(utc ?? '').toLocaleString('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: 'Asia/Shanghai',
    });
    expect(shown).toBe(there);
    await expect(page.getByText(/UTC/)).toHaveCount(0); // “Sign out” and “Calls” would have it in small letters

    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(new Date());
    await page.getByText('Search the ledger').click();
    await page.getByLabel('Day', { exact: true }).fill(today);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await expect(page.locator('a[href$="key=call-0003"]')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('zone')).toBe('Asia/Shanghai');

    const cookie = { name: 'scanline-look', value: 'dark..', url: gateway.origin };
    await page.context().addCookies([cookie]);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  } finally {
    await gateway.remove();
  }
});
