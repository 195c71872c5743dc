import { jsonIn } from '#contract/json.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { SITE_NAME } from '#device/siteKeep.ts';
import { judgedSite } from '#device/taughtRules.ts';
import type { Keep } from '#device/vault.ts';

/**
 * The site configuration at a start. A handheld that has not heard one yet takes from the page what the gateway has said
 * of itself there (src/gateway/site/keptPage.ts), so that its first screen need not change when the configuration comes.
 *
 * @param told - JSON; absent where another server sent the page.
 */
export async function siteAtStart(keep: Keep, told: string | undefined): Promise<SiteConfiguration> {
  const [site, kept] = await Promise.all([judgedSite(keep), keep.read(SITE_NAME)]);
  return kept === undefined ? { ...site, ...toldByPage(told) } : site;
}

/** What it can't read says nothing: the first start asks for everything then. */
function toldByPage(told = '{}'): Partial<Pick<SiteConfiguration, 'keyOnGateway' | 'demo'>> {
  const { keyOnGateway, demo } = (jsonIn(told) ?? {}) as Partial<SiteConfiguration>;
  return { ...(keyOnGateway === true && { keyOnGateway }), ...(demo && { demo }) };
}
