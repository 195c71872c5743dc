import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { type Program, screenPath, start } from '#e2e/rig/programs.ts';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';

const programs = [screenPath, '/usr/bin/xdotool', '/usr/bin/setxkbmap'];
const methodPrograms = ['/usr/bin/ibus-daemon', '/usr/bin/dbus-run-session', '/usr/libexec/ibus-engine-libpinyin'];

/** Programs that are missing for real keys; and for an input method beside them. */
export const missingForKeys = programs.filter((path) => !existsSync(path));
export const missingForMethod = [...missingForKeys, ...methodPrograms.filter((path) => !existsSync(path))];

/** A screen with a real keyboard, and a page in an app's own window on it. */
export interface RealScreen {
  readonly page: Page;
  /** Returns how many pages the browser has. */
  pages(): number;
  /** Presses keys as a scanner does, 4 ms each: key places of a US keyboard (`d`, `D`, `-`), or with `ctrl+`. */
  press(...keys: readonly string[]): void;
  end(): Promise<void>;
}

/** The X key codes of the places that print these on a US keyboard. */
const rows: readonly (readonly [first: number, plain: string, shifted: string])[] = [
  [10, '1234567890-=', '!@#$%^&*()_+'],
  [24, 'qwertyuiop[]', 'QWERTYUIOP{}'],
  [38, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [51, '\\zxcvbnm,./', '|ZXCVBNM<>?'],
];

function placeOf(key: string): string {
  const [letter = '', ...held] = key.length === 1 ? [key] : key.split('+').reverse();
  if (letter === 'Enter') return '36';
  for (const [first, plain, shifted] of rows) {
    if (plain.includes(letter)) return [...held.reverse(), String(first + plain.indexOf(letter))].join('+');
    if (shifted.includes(letter)) return ['shift', String(first + shifted.indexOf(letter))].join('+');
  }
  throw new Error(`no key prints ${key}`);
}

/**
 * Opens an address on a screen of its own. @param layout - as `setxkbmap` takes it. @param isMethodOn - ibus with pinyin,
 * as a Chinese handheld has it
 */
export async function openRealScreen(url: string, layout: readonly string[], isMethodOn = false): Promise<RealScreen> {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-keys-'));
  // It closes the descriptor that it has told its display on, and would take the next client's for its standard error.
  const own = 'exec "$0" -displayfd 3 -screen 0 1024x768x24 -noreset -nolisten tcp 3>&2';
  const screen = start('/bin/sh', ['-c', own, screenPath]);
  const display = `:${await screen.says(/^(\d+)\n/mu)}`;
  const env = {
    ...process.env,
    DISPLAY: display,
    XDG_CONFIG_HOME: folder,
    LANG: 'en_US.UTF-8',
    ...(isMethodOn && { GTK_IM_MODULE: 'ibus', XMODIFIERS: '@im=ibus' }),
  };
  execFileSync('/usr/bin/setxkbmap', layout, { env });
  const method = isMethodOn ? await startMethod(env, screen) : undefined;
  const executablePath = chromiumPath();
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    headless: false,
    viewport: null,
    env: method?.env ?? env,
    args: [...chromiumArgs, `--app=${url}`, '--gtk-version=3'],
    ...(executablePath && { executablePath }),
  });
  const page = context.pages()[0] ?? (await context.waitForEvent('page'));
  await page.waitForFunction(() => 'lab' in window && document.hasFocus());
  return {
    page,
    pages: () => context.pages().length,
    press: (...keys) => void execFileSync('/usr/bin/xdotool', ['key', '--delay', '4', ...keys.map(placeOf)], { env }),
    async end() {
      await context.close();
      await method?.end();
      await screen.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A question to ibus that comes while it begins may have no answer, and would wait for its bus's 25 s, or for ever. */
const ANSWERS_WITHIN_MS = 2_000;

/** ibus with pinyin, on a bus of its own. */
async function startMethod(env: NodeJS.ProcessEnv, screen: Program) {
  const run = 'echo "bus $DBUS_SESSION_BUS_ADDRESS" >&2; exec ibus-daemon -x --panel disable';
  const method = start('/usr/bin/dbus-run-session', ['--', 'sh', '-c', run], env);
  const withBus = { ...env, DBUS_SESSION_BUS_ADDRESS: await method.says(/^bus (\S+)$/mu) };
  const ibus = (...args: string[]): string =>
    spawnSync('/usr/bin/ibus', args, { env: withBus, encoding: 'utf8', timeout: ANSWERS_WITHIN_MS }).stdout;
  for (let tries = 0; tries < 40; tries += 1) {
    ibus('engine', 'libpinyin'); // ends with 1 where it has done it, too
    if (ibus('engine').trim() === 'libpinyin') return { env: withBus, end: method.end };
    await new Promise((resolve) => setTimeout(resolve, 500)); // it says nowhere that it is there
  }
  await method.end();
  await screen.end();
  throw new Error('ibus does not take pinyin');
}
