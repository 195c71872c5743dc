import { pathOfPage } from '#office/pages/page.ts';
import type { PageWords } from '#office/pages/pageWords.ts';

export const SETUP = pathOfPage('setup');

export type SetupWords = PageWords['setup'];

/** The words that each part of the set-up is drawn with. */
export interface SetupProps {
  readonly texts: SetupWords;
}

/** A step that is about the site, by the end of its address. */
export type SitePart = keyof SetupWords['pages'];

/** The steps in their order. */
export const siteParts = [
  'read',
  'answers',
  'cards',
  'codes',
  'units',
  'workers',
  'warehouses',
  'printers',
  'fronts',
  'file',
] as const satisfies SitePart[];

export function pathOfPart(part: SitePart): string {
  return `${SETUP}/${part}`;
}
