/**
 * The oldest browsers served, by their major versions. Chrome, Chromium and Android's WebView from `olderChrome` on to the
 * one before `chrome` get a build of their own; public/too-old.js names the oldest to all that are older still.
 */
export const floor = { chrome: 93, safari: 15.4, olderChrome: 84 } as const;
