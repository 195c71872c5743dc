import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import type { Keep } from '#device/vault.ts';

export const SITE_NAME = 'site';

/**
 * Reads the site configuration that was last heard, or one that knows nothing. It was checked before it was kept; what an
 * older build did not know of is not in it.
 */
export async function keptSite(keep: Keep): Promise<SiteConfiguration> {
  return { ...unknownSite, ...((await keep.read(SITE_NAME)) as Partial<SiteConfiguration> | undefined) };
}
