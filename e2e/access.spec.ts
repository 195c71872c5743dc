import { languageTags } from '#contract/languages.ts';
import { foreignWords } from './rig/untranslated.ts';
import { wireNames } from './rig/wireNames.ts';
import { axeFaults } from './rig/axe.ts';
import { type Theme, fakeCameraArgs, showTheme } from './rig/scene.ts';
import { expect, test } from './rig/test.ts';
import { parts, screens, walk } from './screens.ts';

/** English last: the next screen is reached in it. */
const languages = languageTags.toSorted((one, other) => Number(one === 'en') - Number(other === 'en'));
const themes: readonly Theme[] = ['light', 'dark', 'contrast'];

/** Screens of supervisors and of IT, who have the service's own names before them. */
const ofSupervisors = /^(operations?|diagnostics|taught-rules|pattern-proposed|supervisor-pin-needed|pin)$/;

test.describe.configure({ mode: 'parallel' });

test('every screen of the list is walked', () => {
  expect(parts.flat().map(({ name }) => name)).toEqual(screens.map(({ name }) => name));
});

for (const part of parts) {
  test(`F F27, F28: from ${part[0]?.name} on axe finds nothing and every word is translated, in every theme and language`, async ({
    gateway,
    handheld,
  }) => {
    const { page } = await handheld.open(fakeCameraArgs);
    await page.setViewportSize({ width: 360, height: 640 });
    const found: string[] = [];
    await walk({ page, gateway }, part, languages, async ({ name }, language) => {
      found.push(...(await foreignWords(page, language)).map((fault) => `${name}, ${language}: ${fault}`));
      if (!ofSupervisors.test(name)) {
        found.push(...(await wireNames(page)).map((fault) => `${name}, ${language}: ${fault}`));
      }
      for (const theme of themes) {
        const isEverything = process.env['ALL_RULES'] === '1';
        // What reads no colours says the same in every theme, and what axe asks of a name is that there is one: words of
        // another language are looked for above. ALL_RULES=1 asks for all of it all the same.
        if (language !== 'en' && !isEverything) continue;
        await showTheme(page, theme);
        const isAll = theme === 'light' || isEverything;
        const faults = await axeFaults(page, isAll ? 'all' : 'colours');
        found.push(...faults.map((fault) => `${name}, ${language}, ${theme}: ${fault}`));
      }
    });
    expect(found).toEqual([]);
  });
}
