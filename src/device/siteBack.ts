import type { SiteConfiguration } from '#contract/site.ts';
import { NAME, NOTES, type SiteNotes, isSame, keptSite, siteNotes } from '#device/siteKeep.ts';
import type { Keep } from '#device/vault.ts';

/**
 * Goes back to the configuration before. It holds until the gateway says another one than it does now. What the gateway
 * alone decides stays as it is now: names on the wire and where the key is.
 *
 * @param now - Unix ms.
 * @returns the one that holds from now on.
 * @throws RangeError where there is none before.
 */
export async function rollBackSite(keep: Keep, now: number): Promise<SiteConfiguration> {
  const [held, { takenAt = now, before, left }] = await Promise.all([keptSite(keep), siteNotes(keep)]);
  if (!before) throw new RangeError('there is no site configuration before this one');
  const { namespace, partnerOperation, keyOnGateway, trainingPort } = held;
  const { trainingPort: _then, ...rest } = before.site;
  const own = { namespace, partnerOperation, keyOnGateway, ...(trainingPort !== undefined && { trainingPort }) };
  const site: SiteConfiguration = { ...rest, ...own };
  // The step back from a step back goes to what the gateway says: nothing is left then.
  const isForward = left !== undefined && isSame(left, before.site);
  await keep.write(NOTES, {
    takenAt: now,
    before: { site: held, takenAt },
    ...(!isForward && { left: held }),
  } satisfies SiteNotes);
  await keep.write(NAME, site);
  return site;
}
