import { existsSync, unwatchFile, watchFile } from 'node:fs';
import type { SiteConfiguration } from '#contract/site.ts';
import type { LineLog } from '#gateway/http/lineLog.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { loadSite, sitePlaceOf } from './site.ts';

const LOOK_EVERY_MS = 1_000;

/** How the site's file is, for health and metrics. */
export interface SiteState {
  /** Why the file as it is now cannot be used; the last good one stays. */
  readonly problem?: string;
  /** How often it could not be used since the start. */
  readonly errors: number;
  /** When the one in use was read, Unix ms. */
  readonly readAt: number;
}

/**
 * Reads the site configuration and follows its file. It is looked at by its time and size: what replaces a file as a
 * whole, or mounts another, is seen too.
 *
 * @throws CannotStart where the file is wrong from the start.
 */
export function openSiteSource(settings: Settings, log: LineLog) {
  const file = sitePlaceOf(settings);
  let site = loadSite(settings);
  let wasThere = existsSync(file);
  let state: SiteState = { errors: 0, readAt: Date.now() };
  /** Reads the file again; one that is wrong is logged, and the last good one stays. */
  const reload = (): void => {
    try {
      wasThere ||= existsSync(file); // a file that is gone is no wish for a site without one
      const next = loadSite({ ...settings, ...(wasThere && { siteFile: file }) });
      state = { errors: state.errors, readAt: Date.now() };
      if (JSON.stringify(next) === JSON.stringify(site)) return;
      site = next;
      log.info(
        `The site configuration was read again${site.version === undefined ? '' : `: version ${site.version}`}.`,
      );
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      state = { ...state, problem: why, errors: state.errors + 1 };
      log.error(`${why} The last good one stays.`);
    }
  };
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return {
    /** The last good one. */
    current: (): SiteConfiguration => site,
    reload,
    state: (): SiteState => state,
    close: () => unwatchFile(file, reload),
  };
}
