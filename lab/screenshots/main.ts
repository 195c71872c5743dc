import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { handheldFont } from '#e2e/rig/handheldFont.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { type Language, type Theme, fakeCameraArgs, openFirst, setScene, showTheme } from '#e2e/rig/scene.ts';
import { layoutFaults } from '#e2e/rig/layout.ts';
import { screens, speakOn } from '#e2e/screens.ts';
import { buildIfNeeded } from './build.ts';
import { isOnTheWay, isShown } from '#e2e/docsPictures.ts';
import { picturesOfFloor } from './forDocs.ts';
import { picturesForManifest } from './forManifest.ts';
import { picturesForSupervisors } from './forSupervisors.ts';
import { indexPage } from './indexPage.ts';
import { foreignWords } from '#e2e/rig/untranslated.ts';

const sizes = [
  { width: 360, height: 640 },
  { width: 480, height: 800 },
  { width: 1280, height: 800 },
] as const;

const { values } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    only: { type: 'string' },
    landscape: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    manifest: { type: 'boolean', default: false },
    out: { type: 'string', default: 'screenshots' },
  },
});
const language = values.language as Language;
/** `--docs`: the pictures of docs/ anew, one of each, and nothing else. */
const { docs } = values;
const themes = docs ? (['light'] as const) : (values.theme as Theme[]);
const out = docs ? 'docs/pictures' : values.out;
const wanted = (docs ? sizes.slice(0, 1) : sizes).map((size) =>
  values.landscape && size.width < size.height ? { width: size.height, height: size.width } : size,
);
const isAsked = (name: string): boolean => (docs ? isOnTheWay(name) : name.includes(values.only ?? ''));

/** In the page: brings to its end what moves once, such as a row that slides into its place. A page that draws no frame would never end it. */
function endMotion(): void {
  const once = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  for (const motion of once) motion.finish();
}

/** Every screen, at every size, in every theme: one picture each, and a list of what is wrong with them. */
async function main(): Promise<void> {
  buildIfNeeded();
  if (!values.manifest) await rm(out, { recursive: true, force: true });
  if (!values.manifest) await mkdir(out, { recursive: true });
  const gateway = await createGateway();
  const executablePath = chromiumPath();
  const font = handheldFont();
  const browser = await chromium.launch({
    args: [...chromiumArgs, ...fakeCameraArgs],
    ...(executablePath && { executablePath }),
    ...(font && { env: font }),
  });
  const faults: string[] = [];
  const pictures: string[] = [];
  let ofFloor = 0;
  try {
    await gateway.start();
    if (values.manifest) return await picturesForManifest(browser, gateway);
    const page = await (await browser.newContext({ viewport: wanted[1] ?? sizes[1], locale: 'en' })).newPage();
    const scene = { page, gateway };
    await openFirst(scene);
    let isSet = false;
    for (const screen of screens) {
      const { name } = screen;
      if (!isAsked(name)) continue;
      try {
        if (screen.isFirst !== true && !isSet) {
          await setScene(scene);
          isSet = true;
        }
        await screen.reach(scene);
        if (language !== 'en') await speakOn(scene, screen, language);
        for (const size of wanted) {
          await page.setViewportSize(size);
          if (screen.measures) await page.reload();
          if (screen.measures) await page.locator('.page').waitFor();
          for (const theme of themes) {
            await showTheme(page, theme);
            if (docs && !isShown(name)) continue;
            const file = docs ? `${name}.png` : `${name}-${size.width}x${size.height}-${theme}.png`;
            await page.evaluate(endMotion);
            await page.screenshot({ path: join(out, file), animations: 'disabled', caret: 'hide' });
            pictures.push(file);
          }
          const found = [...(await layoutFaults(page)), ...(await foreignWords(page, language))];
          faults.push(...found.map((fault) => `${name} at ${size.width}x${size.height}: ${fault}`));
        }
        if (language !== 'en') await speakOn(scene, screen, 'en');
      } catch (error) {
        faults.push(`${name}: not reached: ${String(error).split('\n').slice(0, 3).join(' ')}`);
      }
      await page.setViewportSize(wanted[1] ?? sizes[1]);
    }
    if (docs) ofFloor = await picturesOfFloor(browser, out);
    else {
      const more = await picturesForSupervisors(browser, { out, language, themes, isAsked });
      pictures.push(...more.pictures);
      faults.push(...more.faults);
    }
  } finally {
    await browser.close();
    await gateway.remove();
  }
  if (!docs) await writeFile(join(out, 'index.html'), indexPage(pictures, faults));
  process.stdout.write(`${pictures.length + ofFloor} pictures in ${out}\n`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

await main();
