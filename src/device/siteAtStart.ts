import { isLanguage } from '#contract/languages.ts';
import { jsonIn } from '#contract/json.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { SITE_NAME } from '#device/siteKeep.ts';
import { judgedSite } from '#device/taughtRules.ts';
import type { Keep } from '#device/vault.ts';

/**
 * Returns the site configuration at a start. A handheld that has not heard one yet takes from the page what the gateway has said
 * of itself there (src/gateway/served/keptPage.ts): its first screen need not change when the configuration comes, and it
 * comes to an enrolled handheld alone where the gateway enrols.
 *
 * @param told - JSON; absent where another server sent the page.
 */
export async function siteAtStart(keep: Keep, told: string | undefined): Promise<SiteConfiguration> {
  const [site, kept] = await Promise.all([judgedSite(keep), keep.read(SITE_NAME)]);
  return kept === undefined ? { ...site, ...toldByPage(told) } : site;
}

/** Reads what the page was told. Of a text that can't be read nothing is taken: the first start asks for everything then. */
function toldByPage(told = '{}'): Partial<SiteConfiguration> {
  const { keyOnGateway, demo, languages = [] } = (jsonIn(told) ?? {}) as Partial<SiteConfiguration>;
  const offered = languages.filter(isLanguage);
  return {
    ...(keyOnGateway === true && { keyOnGateway }),
    ...(demo && { demo }),
    ...(offered.length > 0 && { languages: offered }),
  };
}
