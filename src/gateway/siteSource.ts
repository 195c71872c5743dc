import { existsSync, unwatchFile, watchFile } from 'node:fs';
import type { SiteConfiguration } from '#contract/site.ts';
import type { Settings } from '#gateway/settings.ts';
import { USUAL_FILE, loadSite } from '#gateway/site.ts';

const LOOK_EVERY_MS = 1_000;

/** The site configuration as its file says it now. */
export interface SiteSource {
  /** The last good one. */
  current(): SiteConfiguration;
  /** Reads the file again; one that is wrong is logged, and the last good one stays. */
  reload(): void;
  close(): void;
}

export interface SiteLog {
  info(line: string): void;
  error(line: string): void;
}

/**
 * Reads the site configuration and follows its file. It is looked at by its time and size: what replaces a file as a
 * whole, or mounts another, is seen too.
 *
 * @throws CannotStart where the file is wrong from the start.
 */
export function openSiteSource(settings: Settings, log: SiteLog): SiteSource {
  const file = settings.siteFile ?? USUAL_FILE;
  let site = loadSite(settings);
  let wasThere = existsSync(file);
  const reload = (): void => {
    try {
      wasThere ||= existsSync(file); // a file that is gone is no wish for a site without one
      const next = loadSite({ ...settings, ...(wasThere && { siteFile: file }) });
      if (JSON.stringify(next) === JSON.stringify(site)) return;
      site = next;
      log.info(
        `The site configuration was read again${site.version === undefined ? '' : `: version ${site.version}`}.`,
      );
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.error(`${why} The last good one stays.`);
    }
  };
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return { current: () => site, reload, close: () => unwatchFile(file, reload) };
}
