import { readFileSync } from 'node:fs';

/** The one style of the gateway's pages: what the app has for colours and sizes, and what is theirs. */
export const PAGE_STYLE = textOf('../../contract/tokens.css') + textOf('./page.css');

/** The one script of the gateway's pages. */
export const VIEWER_TIME = textOf('./viewerTime.js');

function textOf(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
