import { type Page, expect } from '@playwright/test';
import { languageTags } from '#contract/languages.ts';
import { expectRows, readyToScan, scanPair, startWithDemo, startAtRevertOff } from './rig/app.ts';
import { layoutFaults, sizes } from './rig/layout.ts';
import { fakeCameraArgs, noteHeard, openFirst, setScene, speakOnTheSpot } from './rig/scene.ts';
import { online as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** Every screen with a hero and a dock, one of each kind. */
const paths = ['/tasks/revert-off', '/tasks/bag', '/tasks/weight', '/tasks/shelf', '/tasks/print-kjy'];

/** Returns where the parts of a work screen stand. */
function places(page: Page) {
  return page.evaluate(() => {
    const box = (selector: string) => {
      const { left, right, top, bottom, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { left, right, top, bottom, height };
    };
    return {
      bar: box('.top'),
      prompt: box('.prompt'),
      line: box('.page-line'),
      body: box('.page-body'),
      dock: box('.dock'),
      picture: box('.camera'),
      video: box('.camera video'),
    };
  });
}

test('from 720 px on there are two panes: what to do with the dock under it, and beside them what was done', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openFirst({ page, gateway });
  await setScene({ page, gateway });
  await noteHeard({ page, gateway }, 1_000);
  for (const [path, language] of paths.flatMap((one) => languageTags.map((tag) => [one, tag] as const))) {
    if (language === languageTags[0]) await page.goto(`${gateway.origin}${path}`);
    await page.locator('.dock .button').first().waitFor();
    await speakOnTheSpot(page, language);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const { bar, line, body, dock } = await places(page);
      const where = `${path} in ${language} at ${width}×${height}: ${JSON.stringify({ bar, line, body, dock })}`;
      const half = width / 2;
      if (width >= 720) {
        expect.soft([line.left, line.right, line.top], where).toEqual([0, half, bar.bottom]);
        expect.soft([body.left, body.right, body.top, body.bottom], where).toEqual([half, width, bar.bottom, height]);
        expect.soft([dock.left, dock.right, dock.bottom], where).toEqual([0, half, height]);
        expect.soft(line.bottom, where).toBeLessThanOrEqual(dock.top);
      } else if (width < height) {
        expect.soft([line.right, body.right, dock.right], where).toEqual([width, width, width]);
        expect.soft(line.bottom <= body.top && body.bottom <= dock.top, where).toBe(true);
      }
    }
  }
});

/** Goes through every work screen in every language, for either hand, empty and with a code. @param look - at the places as they stand; `where` says which */
async function eachWorkScreen(
  page: Page,
  origin: string,
  look: (shown: Awaited<ReturnType<typeof places>>, hand: string, where: string) => Promise<void>,
): Promise<void> {
  for (const language of languageTags) {
    await speakOnTheSpot(page, language);
    for (const path of paths) {
      await page.goto(`${origin}${path}`);
      await readyToScan(page);
      for (const code of [undefined, 'D-1001']) {
        if (code) await burst(page, code);
        // A label is asked for by the scan: one that leaves before that is said is told so, in a notice over the body.
        const said = path.includes('print') ? '.said:not(.said-step)' : '.hero-captured .code, .said';
        if (code) await page.locator(said).first().waitFor();
        for (const hand of ['right', 'left']) {
          await page.evaluate((value) => document.documentElement.setAttribute('data-hand', value), hand);
          const shown = await places(page);
          await look(shown, hand, `${path} in ${language}, ${hand}, ${code}: ${JSON.stringify(shown)}`);
        }
      }
    }
  }
}

test('on a handheld that is turned the dock stands at the side of the thumb, and the prompt is in view, also with a code', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.setViewportSize({ width: 640, height: 360 });
  await startWithDemo(page, gateway);
  await eachWorkScreen(page, gateway.origin, async ({ bar, prompt, line, body, dock }, hand, where) => {
    const [first, second] = hand === 'left' ? [dock, body] : [body, dock];
    expect.soft([first.left, second.right, dock.top, dock.bottom], where).toEqual([0, 640, bar.bottom, 360]);
    expect.soft(first.right, where).toBeLessThanOrEqual(second.left);
    expect.soft(prompt.top >= bar.bottom && prompt.bottom <= Math.min(line.bottom, 360), where).toBe(true);
  });
});

test('a large handheld that lies has three columns: what to do now, what was done and said, and the dock at the side of the thumb', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  const [width, height] = [800, 480];
  await page.setViewportSize({ width, height });
  await startWithDemo(page, gateway);
  await eachWorkScreen(page, gateway.origin, async ({ bar, prompt, line, body, dock }, hand, where) => {
    const [first, second, third] = hand === 'left' ? [dock, line, body] : [line, body, dock];
    expect.soft([first.left, Math.round(third.right)], where).toEqual([0, width]);
    expect.soft(first.right <= second.left && second.right <= third.left, where).toBe(true);
    for (const part of [line, body, dock]) expect.soft([part.top, part.bottom], where).toEqual([bar.bottom, height]);
    expect.soft(prompt.top >= bar.bottom && prompt.bottom <= height, where).toBe(true);
    expect.soft(await layoutFaults(page), where).toEqual([]);
  });
});

test('a screen without a prompt has columns at a desk and on a handheld that lies: its parts take the width, and nothing spills', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openFirst({ page, gateway });
  await setScene({ page, gateway });
  await noteHeard({ page, gateway }, 1_000);
  for (const path of [
    '/settings',
    '/settings/screen',
    '/settings/scanner',
    '/settings/supervisor',
    '/rescue',
    '/queue?state=all',
    '/operations',
  ]) {
    await page.goto(`${gateway.origin}${path}`);
    await page.locator('.page-body > :not(.page-end)').first().waitFor();
    for (const language of languageTags.toReversed()) {
      await speakOnTheSpot(page, language);
      for (const [width, height] of [
        [1280, 800],
        [800, 480],
        [640, 360],
      ] as const) {
        await page.setViewportSize({ width, height });
        const where = `${path} in ${language} at ${width}×${height}`;
        const boxes = await page
          .locator('.page-body > :not(.page-end), .page-body > .ways > .way, .history > li')
          .evaluateAll((parts) =>
            parts
              .map((part) => part.getBoundingClientRect())
              .filter((box) => box.width > 0 && box.height > 0)
              .map(({ left, right }) => [Math.round(left), Math.round(right)] as const),
          );
        const lefts = new Set(boxes.map(([left]) => left));
        const taken = Math.max(...boxes.map(([, right]) => right)) - Math.min(...boxes.map(([left]) => left));
        expect.soft(lefts.size, `${where}: ${JSON.stringify(boxes)}`).toBeGreaterThan(1);
        expect.soft(taken / width, `${where}: ${JSON.stringify(boxes)}`).toBeGreaterThan(0.9);
        expect.soft(await layoutFaults(page), where).toEqual([]);
      }
    }
  }
});

test('the camera’s picture has half of the screen and stays, what to scan is over it, in every size and language', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open(fakeCameraArgs);
  await startAtRevertOff(page, gateway);
  for (const code of ['D-2001', 'D-2002', 'D-2003', 'D-2004']) await scanPair(page, code, 'S-01-A'); // rows to scroll
  await expectRows(page, { answered: 4 });
  await page.getByRole('button', { name: 'Camera' }).click();
  await expect(page.locator('.camera:not(.is-off) video')).toBeVisible();
  const expectPlaces = async (when: string): Promise<void> => {
    for (const [language, width, height] of languageTags.flatMap((tag) =>
      sizes.map((size) => [tag, ...size] as const),
    )) {
      await speakOnTheSpot(page, language);
      await page.setViewportSize({ width, height });
      await page.locator('.page-body').evaluate((body, to) => body.scrollTo(0, to), when === 'scrolled' ? 9_999 : 0);
      const { bar, prompt, body, dock, picture, video } = await places(page);
      const where = `${when}, ${language} at ${width}×${height}: ${JSON.stringify({ bar, prompt, body, dock, picture })}`;
      const isTurned = width > height && width < 720; // there the dock stands at the side
      expect.soft(video.height, where).toBeGreaterThanOrEqual(height / 2);
      expect.soft(picture.top, where).toBe(body.top);
      expect.soft(picture.bottom, where).toBeLessThanOrEqual(isTurned ? height : dock.top);
      expect.soft(prompt.top >= bar.bottom && prompt.bottom <= picture.top, where).toBe(true);
    }
  };
  await expectPlaces('opened');
  await burst(page, 'D-1001');
  await page.locator('.hero-captured .code').waitFor();
  await expectPlaces('with a code');
  await expectPlaces('scrolled');
  await burst(page, 'S-01-A');
  await expect(page.locator('.said:not(.said-step)')).toBeVisible();
  await expectPlaces('after a result');
});

test('the tiles of a group of Home are of one height, what is worked with the highest, in columns of one width, in every size and language', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openFirst({ page, gateway });
  await setScene({ page, gateway });
  await page.goto(gateway.origin);
  for (const language of languageTags) {
    await speakOnTheSpot(page, language);
    await page.locator('a.way').first().waitFor();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const groups = await page
        .locator('.tiles')
        .evaluateAll((those) =>
          those.map((group) =>
            [...group.querySelectorAll('a.way')]
              .map((tile) => tile.getBoundingClientRect())
              .map((box) => ({ left: Math.round(box.left), width: Math.round(box.width), height: box.height })),
          ),
        );
      const where = `${language} at ${width}×${height}: ${JSON.stringify(groups)}`;
      const tiles = groups.flat();
      expect
        .soft(
          groups.map(({ length }) => length),
          where,
        )
        .toEqual([6, 8, 2]);
      expect
        .soft(
          groups.map((group) => new Set(group.map((tile) => tile.height)).size),
          where,
        )
        .toEqual([1, 1, 1]);
      const [work = 0, lookUp = 0, print = 0] = groups.map(([tile]) => tile?.height ?? 0);
      expect.soft([work >= 72, lookUp >= 56, print >= 56, work > lookUp], where).toEqual([true, true, true, true]);
      expect.soft(new Set(tiles.map((tile) => tile.width)).size, where).toBe(1);
      expect.soft(new Set(tiles.map(({ left }) => left)).size, where).toBe(width >= 1280 ? 3 : 2);
    }
  }
});

test('on a desk a call stands beside the queue that it was opened from, which marks it; on a handheld it stands alone', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await openFirst({ page, gateway });
  await setScene({ page, gateway });
  await page.goto(`${gateway.origin}/queue`);
  await page.locator('a.row-open', { hasText: 'D-9999' }).first().click();
  const rows = page.locator('.page-beside a.row-open');
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expect.soft(rows.first(), `${width}×${height}`).toBeVisible({ visible: width >= 960 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.locator('.page-beside [aria-current]')).toContainText('D-9999');
  await rows.filter({ hasText: 'D-1001' }).click();
  await expect(page.getByRole('heading', { name: /^Call #1$/ })).toBeVisible();
  await expect(page.locator('.page-beside [aria-current]')).toContainText('D-1001');
});
