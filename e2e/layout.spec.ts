import type { Page } from '@playwright/test';
import { languageTags } from '#contract/languages.ts';
import { layoutFaults, sizes } from './rig/layout.ts';
import { type Language, type Theme, fakeCameraArgs, themes, showTheme } from './rig/scene.ts';
import { expect, inMemory, test } from './rig/test.ts';
import { type ScreenState, oneOfEachKind, parts, screens, walk } from './screens.ts';

/** English last: the next screen is reached in it. */
const languages = languageTags.toSorted((one, other) => Number(one === 'en') - Number(other === 'en'));

/** Returns what is wrong with a screen at these sizes, in these themes. */
async function faultsOf(
  page: Page,
  screen: ScreenState,
  language: Language,
  wanted: readonly (readonly [width: number, height: number])[],
  shownIn: readonly Theme[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of wanted) {
    await page.setViewportSize({ width, height });
    if (screen.measures) {
      await page.reload();
      await page.locator('.page .row-open').first().waitFor();
    }
    for (const theme of shownIn) {
      await showTheme(page, theme);
      const where = `${screen.name} in ${language}, ${theme}, at ${width}×${height}`;
      found.push(...(await layoutFaults(page)).map((fault) => `${where}: ${fault}`));
    }
  }
  return found;
}

test.describe.configure({ mode: 'parallel' });

inMemory(
  'on one screen of each kind nothing is cut off, covered, too small to read or to press, in the light and in the dark @promise',
  async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    const part = screens.filter(({ name }) => oneOfEachKind.test(name));
    expect(part.length).toBe(18);
    const found: string[] = [];
    await page.setViewportSize({ width: 360, height: 640 });
    await walk({ page, gateway }, part, ['en'], async (screen, language) => {
      found.push(...(await faultsOf(page, screen, language, [[360, 640]], ['light', 'dark'])));
    });
    expect(found).toEqual([]);
  },
);

for (const part of parts) {
  test(`F F28: from ${part[0]?.name} on nothing is cut off, covered, too small to read or to press, in seven sizes, every language and theme`, async ({
    gateway,
    handheld,
  }) => {
    test.setTimeout(480_000);
    const { page } = await handheld.open(fakeCameraArgs);
    const found: string[] = [];
    await walk({ page, gateway }, part, languages, async (screen, language) => {
      found.push(...(await faultsOf(page, screen, language, sizes, themes)));
      await page.setViewportSize({ width: 480, height: 800 }); // where the next screen is reached
    });
    expect(found).toEqual([]);
  });
}
