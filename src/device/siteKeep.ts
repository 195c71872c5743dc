import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import type { Keep } from '#device/vault.ts';

const NAME = 'site';
const TIMEOUT_MS = 5_000;

/**
 * The site configuration that was last heard, or one that knows nothing. It was checked before it was kept; what an
 * older build did not know of is not in it.
 */
export async function keptSite(keep: Keep): Promise<SiteConfiguration> {
  return { ...unknownSite, ...((await keep.read(NAME)) as Partial<SiteConfiguration> | undefined) };
}

/**
 * Asks the gateway for the site configuration and keeps it.
 *
 * @returns what is true now: the fresh one, or the kept one where the gateway does not answer or says nonsense.
 */
export async function refreshSite(keep: Keep, fetch: typeof globalThis.fetch): Promise<SiteConfiguration> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const reply = await fetch('/gateway/site', { cache: 'no-store', redirect: 'error', signal: abort.signal });
    if (!reply.ok) return await keptSite(keep);
    const { readSite } = await import('#contract/readSite.ts'); // no screen waits for it: a chunk of its own
    const site = readSite(await reply.json());
    await keep.write(NAME, site);
    return site;
  } catch {
    return keptSite(keep); // no network or not a site configuration: the kept one holds
  } finally {
    clearTimeout(timer);
  }
}
