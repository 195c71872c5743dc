import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { layoutFaults } from '#e2e/rig/layout.ts';
import { type Language, type Theme, showTheme } from '#e2e/rig/scene.ts';
import { signIn, startWithCalls, supervisorPages } from '#e2e/supervisorPages.ts';
import { foreignWords } from '#e2e/rig/untranslated.ts';

const sizes = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
] as const;

/** The whole of each page for supervisors that is asked for, on a handheld and on a desk. */
export async function picturesForSupervisors(
  browser: Browser,
  { out, language, themes, isAsked }: Wish,
): Promise<{ readonly pictures: readonly string[]; readonly faults: readonly string[] }> {
  const asked = supervisorPages.filter(({ name }) => isAsked(name));
  if (asked.length === 0) return { pictures: [], faults: [] };
  const page = await (await browser.newContext({ locale: language })).newPage();
  const gateway = await startWithCalls(page);
  const [pictures, faults]: [string[], string[]] = [[], []];
  try {
    for (const { name, reach, isOutside } of asked) {
      if (isOutside) await page.context().clearCookies();
      else if ((await page.context().cookies()).length === 0) await signIn(page, gateway);
      await reach(page, gateway);
      await page.waitForLoadState(); // before its style has come, an answer is one line of 2,020 px
      for (const size of sizes) {
        await page.setViewportSize(size);
        for (const theme of themes) {
          await showTheme(page, theme);
          const file = `${name}-${size.width}x${size.height}-${theme}.png`;
          await page.screenshot({ path: join(out, file), fullPage: true, caret: 'hide' });
          pictures.push(file);
        }
        faults.push(...(await faultsOf(page, language)).map((fault) => `${name} at ${size.width}: ${fault}`));
      }
    }
  } finally {
    await gateway.remove();
  }
  return { pictures, faults };
}

interface Wish {
  /** The folder. */
  readonly out: string;
  readonly language: Language;
  readonly themes: readonly Theme[];
  readonly isAsked: (name: string) => boolean;
}

async function faultsOf(page: Page, language: Language): Promise<readonly string[]> {
  return [...(await layoutFaults(page)), ...(await foreignWords(page, language))];
}
