import type { Page } from '@playwright/test';
import { type Language, languageTags } from '#contract/languages.ts';
import { axeFaults } from './rig/axe.ts';
import { layoutFaults, sizes } from './rig/layout.ts';
import { fakeCameraArgs, setLetters, showTheme, themes } from './rig/scene.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { foreignWords } from './rig/untranslated.ts';
import { wireNames } from './rig/wireNames.ts';
import { type ScreenState, oneOfEachKind, parts, screens, walk } from './screens.ts';

test.use({ worker: 'blocked' });

type Size = readonly [width: number, height: number];

/** English last: the next screen is reached in it. */
const languages = languageTags.toSorted((one, other) => Number(one === 'en') - Number(other === 'en'));

/** Its words are the longest: what has room for them has room for the others', where there is some to spare. */
const LONGEST: Language = 'ru';
/** Sizes with something to spare: no column is narrower than 400 px. At the others each language is looked at. */
const isRoomy = ([width, height]: Size): boolean => Math.min(width, height) >= 400 && width !== 720;

/** Screens of supervisors and of IT, who have the service's own names before them. */
const ofSupervisors = /^(operations?|diagnostics|taught-rules|pattern-proposed|supervisor-pin-needed|pin)$/;

/** The size at which words are read and colours seen: neither depends on the size. */
const READ_AT: Size = sizes[1];

/** The CSS pixels of a page of `READ_AT` that is zoomed to 200 %: the letters are as large, and so is all else. */
const ZOOMED: Size = [180, 320];

/** Faults of a zoomed page that lose something. Its targets are twice as large as they are counted. */
const LOSES = /wide on a screen|beyond|over/;

/** A code of 34 letters, as carriers print on parcels. */
const longCode = 'JD014600003400123456789012345678DE';

/** Returns what is wrong with the places of a screen at this size. A theme has colours only: e2e/tokens.test.ts. */
async function faultsAt(page: Page, screen: ScreenState, [width, height]: Size): Promise<readonly string[]> {
  await page.setViewportSize({ width, height });
  return faultsNow(page, screen, `at ${width}×${height}`);
}

/** Returns what is wrong with the places of a screen in letters of 200 %, as the browser's own setting makes them (WCAG 1.4.4). */
async function faultsOfLarge(page: Page, screen: ScreenState): Promise<readonly string[]> {
  await setLetters({ page }, 200);
  const faults = await faultsNow(page, screen, 'in letters of 200 %');
  await setLetters({ page }, 100);
  return faults;
}

async function faultsNow(page: Page, { measures }: ScreenState, where: string): Promise<readonly string[]> {
  if (measures) {
    await page.reload();
    await page.locator('.page .row-open').first().waitFor();
  }
  return (await layoutFaults(page)).map((fault) => `${where}: ${fault}`);
}

/** Returns words that are in no other language, and names of the service that are read. */
async function wordFaults(page: Page, { name }: ScreenState, language: Language): Promise<readonly string[]> {
  const names = ofSupervisors.test(name) ? [] : await wireNames(page);
  return [...(await foreignWords(page, language)), ...names];
}

/** Returns what axe finds in every theme. What reads no colours says the same in each, and in each language: it asks whether there is a name. */
async function accessFaults(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of themes.toReversed()) {
    await showTheme(page, theme); // the light one last: in it the next screen is reached
    const faults = await axeFaults(page, theme === 'light' ? 'all' : 'colours');
    found.push(...faults.map((fault) => `${theme}: ${fault}`));
  }
  return found;
}

test('every screen of the list is walked', () => {
  expect(parts.flat().map(({ name }) => name)).toEqual(screens.map(({ name }) => name));
});

test('on one screen of each kind nothing is cut off, covered, too small to read or to press, in letters of 200 % and on a page zoomed so neither @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  const part = screens.filter(({ name }) => oneOfEachKind.test(name));
  expect(part.length).toBe(19);
  const found: string[] = [];
  await page.setViewportSize({ width: 360, height: 640 });
  await walk({ page, gateway, longCode }, part, [LONGEST, 'en'], async (screen, language) => {
    const faults = language === LONGEST ? await faultsOfLarge(page, screen) : await faultsAt(page, screen, READ_AT);
    const zoomed = language === 'en' ? (await faultsAt(page, screen, ZOOMED)).filter((one) => LOSES.test(one)) : [];
    found.push(...[...faults, ...zoomed].map((fault) => `${screen.name} in ${language}, ${fault}`));
    await page.setViewportSize({ width: READ_AT[0], height: READ_AT[1] }); // where the next screen is reached
  });
  expect(found).toEqual([]);
});

for (const part of parts) {
  test.describe(`from ${part[0]?.name} on`, () => {
    if (part.some(({ ofWorker }) => ofWorker)) test.use({ worker: 'allowed' });

    test('F F27, F28: nothing is cut off, covered, too small to read or to press in seven sizes and every language; axe finds nothing in any theme, and every word is translated', async ({
      gateway,
      handheld,
    }) => {
      const { page } = await handheld.open(fakeCameraArgs);
      const found: string[] = [];
      await walk({ page, gateway, longCode }, part, languages, async (screen, language) => {
        const note = (faults: readonly string[]): void =>
          void found.push(...faults.map((fault) => `${screen.name} in ${language}, ${fault}`));
        for (const size of sizes) {
          if (language === LONGEST || !isRoomy(size)) note(await faultsAt(page, screen, size));
          if (size !== READ_AT) continue;
          note(await faultsOfLarge(page, screen));
          note(await wordFaults(page, screen, language));
          if (language === 'en') note(await accessFaults(page));
        }
        await page.setViewportSize({ width: 480, height: 800 }); // where the next screen is reached
      });
      expect(found).toEqual([]);
    });
  });
}
