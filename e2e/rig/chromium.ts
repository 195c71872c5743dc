import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

/**
 * The Chromium to test in: `CHROMIUM_PATH`, else Debian's, else the one Playwright installed.
 *
 * @returns `undefined` when none is there: ensure-chromium.ts installs one.
 * @throws Error when `CHROMIUM_PATH` is set and names nothing.
 */
export function chromiumPath(): string | undefined {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH names no file: ${wanted}`);
  }
  return ['/usr/bin/chromium', chromium.executablePath()].find((path) => existsSync(path));
}

/** The pages that Chromium draws its own address bar's suggestions with: two more for each window, which nobody sees. */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * Features that Playwright turns off, in its words: of two such lists Chromium takes the last. e2e/chromium.spec.ts notices when
 * Playwright's has grown.
 */
const turnedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  ...suggestions,
];

/** Root has no sandbox to offer; the others keep Chromium from calling home while a test counts requests. */
const quiet: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For a browser that Playwright starts. */
export const chromiumArgs: readonly string[] = [...quiet, `--disable-features=${turnedOff.join(',')}`];

/** For one that is measured: it paints as a handheld's does. */
export const bareArgs: readonly string[] = [...quiet, `--disable-features=${suggestions.join(',')}`];
