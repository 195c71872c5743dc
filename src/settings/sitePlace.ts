import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

/** The site file's name where SITE_CONFIG names none: in the folder of the start, else in DATA_DIR. */
export const USUAL_FILE = 'site.json';

/** Returns where the site's file is, or would be. */
export function sitePlaceOf({ siteFile, dataDir }: Pick<Settings, 'siteFile' | 'dataDir'>): string {
  return siteFile ?? (existsSync(USUAL_FILE) ? USUAL_FILE : join(dataDir, USUAL_FILE));
}
