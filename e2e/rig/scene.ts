import type { Language } from '#contract/languages.ts';
import { type Page, expect } from '@playwright/test';
import type { CodeRules } from '#site/codes.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { standinSite } from '#standin/site.ts';
import { expectRows, scanPair, startAtRevertOff } from './app.ts';
import type { Gateway } from './gateway.ts';

/** A handheld at work: its page, and the gateway it speaks to. */
export interface Scene {
  readonly page: Page;
  readonly gateway: Gateway;
  /** The longest code of the scene. @default twenty digits, which are one line on 360 px */
  readonly longCode?: string;
}

/** Returns the longest code that is scanned in the scene. */
export const longCodeOf = ({ longCode = '00340123456789012345' }: Scene): string => longCode;

export type { Language };
export const themes = ['light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

/** The calls that the scene is set with. */
const seededCalls = { answered: 2, held: 1, unconfirmed: 1 } as const;

/** Chromium has a camera that shows a moving picture, and asks nobody for it. */
export const fakeCameraArgs = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** While it is in the page's session storage the browser opens no database. */
const NO_STORAGE = 'test-no-storage';

/** The address anew, as a browser that opens no database, or opens it again, shows it. */
export async function blockStorage({ page }: Scene, isBlocked: boolean): Promise<void> {
  await page.evaluate(([name, on]) => sessionStorage.setItem(name, on), [NO_STORAGE, isBlocked ? 'yes' : ''] as const);
}

/** Lets the page ask for its storage as a test says. To be called before the first address. */
async function prepareStorage(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...parameters) {
      if (sessionStorage.getItem(name)) throw new DOMException('no storage', 'UnknownError');
      return open.apply(this, parameters);
    };
  }, NO_STORAGE);
}

/** The browser's own language: what speaks before anything is set. It holds from the next address on. */
export async function browserSpeaks({ page }: Scene, language: Language): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await devtools.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
}

/** Opens the app for the first time: nothing is set yet. */
export async function openFirst({ page, gateway }: Scene): Promise<void> {
  await prepareStorage(page);
  await page.goto(gateway.origin);
}

/** Sets up a handheld and gives it a call of each kind: accepted, refused, held, unconfirmed. */
export async function setScene(scene: Scene): Promise<void> {
  const { page, gateway } = scene;
  await startAtRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await scanPair(page, 'D-9999', 'S-01-B');
  await expectRows(page, { answered: 2 });
  await gateway.fault({ kind: 'no-method', operation: 'RevertOff' });
  await scanPair(page, 'D-1003', 'S-02-A');
  await expectRows(page, { answered: 2, held: 1 });
  await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
  await scanPair(page, longCodeOf(scene), 'S-02-B');
  await expectRows(page, seededCalls);
}

/** Sets the size of the letters as the browser's own setting does, in percent, on the page as it stands. */
export async function setLetters({ page }: Pick<Scene, 'page'>, percent: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const standard = (16 * percent) / 100;
  await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: (13 * percent) / 100 } });
  await page.waitForFunction((em) => matchMedia(`(width: ${innerWidth / em}em)`).matches, standard);
}

/** Puts a theme on the page as it stands. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
}

/** Speaks another language on the screen as it stands, as if another page of the app had set it. */
export async function speakOnTheSpot(page: Page, language: Language): Promise<void> {
  await changeKept(page, 'settings', { language });
  await page.evaluate(() => {
    const channel = new BroadcastChannel('scanline-outbox');
    channel.postMessage('settings');
    channel.close();
  });
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : language);
}

/** Notes up to which call the worker has heard that it was saved. */
export async function noteHeard({ page }: Scene, seq: number): Promise<void> {
  await changeKept(page, 'heard', seq);
}

/** Says, for the next start, whether the handheld has locked. */
export async function noteLocked({ page }: Scene, isLocked: boolean): Promise<void> {
  await changeKept(page, 'session', { isLocked });
}

/** The site's configuration as a gateway with these patterns says it, for the next start; without: the gateway's own. */
export async function siteKnowsCodes(scene: Scene, codes: CodeRules | undefined): Promise<void> {
  const opens: SiteConfiguration['opens'] = []; // they go with the gateway's own codes
  await siteSays(scene, codes && { codes, opens });
  await changeKept(scene.page, 'site', { codes, opens });
}

/** Sets what the site says in place of the gateway's own, for the next start. */
export async function siteSays({ page }: Scene, change: Partial<SiteConfiguration> | undefined): Promise<void> {
  const context = page.context();
  await context.unroute('**/gateway/site');
  const { answerRules } = standinSite;
  if (change) await context.route('**/gateway/site', (route) => route.fulfill({ json: { ...standinSite, ...change } }));
  await changeKept(page, 'site', { answerRules, ...change });
}

/** Changes a value that is kept on the handheld: members of an object, or all of it. */
async function changeKept(page: Page, name: string, change: object | number): Promise<void> {
  await page.evaluate(
    async ([key, value]) => {
      const opening = indexedDB.open('scanline');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const database = opening.result;
      const tx = database.transaction('kept', 'readwrite');
      const store = tx.objectStore('kept');
      const reading = store.get(key);
      reading.addEventListener('success', () => {
        const before = reading.result as object | undefined;
        store.put(typeof value === 'object' ? { ...before, ...value } : value, key);
      });
      await new Promise((resolve) => tx.addEventListener('complete', resolve));
      database.close();
    },
    [name, change] as const,
  );
}
