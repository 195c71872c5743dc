import { readFileSync } from 'node:fs';

// What the gateway's pages load beside themselves. The build writes each file's text in the place of `textOf`: src/build/gateway/inlined.ts.

/** The one style of the gateway’s pages: the app’s, and their own. */
export const PAGE_STYLE =
  textOf('../../ui/styles/tokens.css') +
  textOf('../../ui/styles/everyPage.css') +
  textOf('../../ui/styles/card.css') +
  textOf('./page.css');

export const VIEWER_TIME = textOf('./viewerTime.js');
export const LIVE_SCRIPT = textOf('./live.js');
export const COPY_SCRIPT = textOf('./copy.js');
export const SCAN_FIELD = textOf('./scanField.js');

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
