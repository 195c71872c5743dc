import type { CompatStatement, VersionValue } from '@mdn/browser-compat-data';
import { floor } from '#contract/browsers.ts';

/** Browsers by the versions that a build has to do with. */
export type Floor = Readonly<Partial<Record<'chrome' | 'safari', number>>>;

/** The oldest browsers that the build for all is for. */
export const floorOfAll: Floor = { chrome: floor.chrome, safari: floor.safari };
/** The oldest that the build for older browsers is for. */
export const floorOfOlder: Floor = { chrome: floor.olderChrome };

/**
 * Tells whether all of them have it, by MDN's compatibility data: not under a flag or another name only.
 *
 * @param takesPrefix - whether one with a prefix will do.
 */
export function isOldEnough({ support }: CompatStatement, oldest: Floor, takesPrefix = true): boolean {
  return Object.entries(oldest).every(([browser, version]) => {
    const told = support[browser as keyof Floor];
    const statements = told === undefined ? [] : [told].flat();
    if (statements.length === 0) return true;
    return statements.some(({ version_added: added, flags, alternative_name: other, prefix }) => {
      if (flags || other !== undefined || (prefix !== undefined && !takesPrefix)) return false;
      return isBefore(added, version);
    });
  });
}

function isBefore(added: VersionValue, version: number): boolean {
  return typeof added === 'string' && added !== 'preview' && Number(added.replace('≤', '')) <= version;
}
