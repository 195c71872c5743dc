import { languageTags } from '#contract/languages.ts';
import { foreignWords } from '#e2e/screenshots/untranslated.ts';
import { axeFaults } from './rig/axe.ts';
import { layoutFaults } from './rig/layout.ts';
import { type Theme, fakeCameraArgs, openFirst, setScene, wearTheme } from './rig/scene.ts';
import { expect, test } from './rig/test.ts';
import { screens, speakOn } from './screens.ts';

/** English last: the next screen is reached in it. */
const languages = languageTags.toSorted((one, other) => Number(one === 'en') - Number(other === 'en'));
const themes: readonly Theme[] = ['light', 'dark', 'contrast'];

test.describe.configure({ mode: 'parallel' });

/** Each part is walked by itself, so that the workers share them. */
const starts = ['first-start', 'bag-empty', 'task-transfer', 'answer-fields', 'call-accepted', 'rescue'];
const parts = starts.map((name, index) => {
  const from = screens.findIndex((screen) => screen.name === name);
  const to = screens.findIndex((screen) => screen.name === starts[index + 1]);
  return screens.slice(from, to < 0 ? undefined : to);
});

test('every screen of the list is walked', () => {
  expect(parts.flat().map(({ name }) => name)).toEqual(screens.map(({ name }) => name));
});

for (const [index, part] of parts.entries()) {
  test(`F F27, F28: from ${starts[index]} on axe finds nothing, every target has 48 px and every word is translated, in every theme and language`, async ({
    gateway,
    handheld,
  }) => {
    test.setTimeout(240_000);
    const { page } = await handheld.open(fakeCameraArgs);
    await page.setViewportSize({ width: 360, height: 640 });
    const scene = { page, gateway };
    await openFirst(scene);
    const found: string[] = [];
    let isSet = false;
    for (const screen of part) {
      if (screen.isFirst !== true && !isSet) {
        await setScene(scene);
        isSet = true;
      }
      await screen.reach(scene);
      for (const language of languages) {
        await speakOn(scene, screen, language);
        const drawn = [...(await layoutFaults(page)), ...(await foreignWords(page, language))];
        found.push(...drawn.map((fault) => `${screen.name}, ${language}: ${fault}`));
        for (const theme of themes) {
          const isEverything = process.env['ALL_RULES'] === '1';
          // What reads no colours says the same in every theme, and what axe asks of a name is that there is one: words of
          // another language are looked for above. ALL_RULES=1 asks for all of it all the same.
          if (language !== 'en' && !isEverything) continue;
          await wearTheme(page, theme);
          const isAll = theme === 'light' || isEverything;
          const faults = await axeFaults(page, isAll ? 'all' : 'colours');
          found.push(...faults.map((fault) => `${screen.name}, ${language}, ${theme}: ${fault}`));
        }
      }
    }
    expect(found).toEqual([]);
  });
}
