import type { BaseView } from './baseView.ts';
import { idleMs } from '#device/session.ts';
import type { Settings } from '#device/settings.ts';

declare const __BUILD_ID__: string;

/** What the first screen is drawn of. Of the access key and this handheld's own PIN it says only whether there is one. */
export interface LastKnown extends Pick<BaseView, 'site' | 'hasKey' | 'hasOwnPin' | 'session'> {
  readonly settings: Settings;
}

export const LAST_KNOWN = 'scanline-last-known';
/** Where the first screen does nothing by itself but show what is known. */
const PLACES = /^\/(?:tasks\/[^?]*)?$/;

/**
 * A second copy of what is set here, in `localStorage`, which is there at once where the database takes a tenth of a
 * second and more: a start draws the first screen of it, and nothing is taken or saved by it. It may be old, or gone.
 *
 * @returns what is to be kept; `undefined` where a start has to ask first whether anybody is at work.
 */
export function lastKnownOf({ settings, site, hasKey, hasOwnPin, session, stage }: BaseView): string | undefined {
  if (stage !== 'ready' || !settings || idleMs(site) > 0) return undefined;
  const known: LastKnown = { settings, site, hasKey, hasOwnPin, session };
  return __BUILD_ID__ + JSON.stringify(known, (name, value: unknown) => (name === 'apiKey' ? undefined : value)); // the demo's
}

/** @returns the copy, as this build wrote it, and its text; nothing where the screen that is asked for needs more. */
export function readLastKnown(): { readonly text: string; readonly known: LastKnown } | undefined {
  const text = localStorage.getItem(LAST_KNOWN);
  if (!text?.startsWith(__BUILD_ID__) || !PLACES.test(location.pathname + location.search)) return undefined;
  return { text, known: JSON.parse(text.slice(__BUILD_ID__.length)) as LastKnown };
}
