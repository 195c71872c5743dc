import { type OnUnknown, readBy } from '#contract/schema.ts';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import { siteSchema } from '#contract/siteSchema.ts';
import { refuseNonsense } from '#contract/siteSense.ts';

/**
 * Reads a site configuration from parsed JSON. Unknown members are ignored, so that an older app reads a newer file.
 *
 * @throws TypeError naming the member that is wrong and what was expected.
 */
export function readSite(value: unknown, onUnknown?: OnUnknown): SiteConfiguration {
  const { $schema: _forEditors, ...known } = readBy(siteSchema, value, 'site configuration', onUnknown);
  const site = { ...unknownSite, ...known };
  refuseNonsense(site);
  return site;
}
