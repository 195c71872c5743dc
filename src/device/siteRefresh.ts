import { jsonOfReply } from '#contract/json.ts';
import { readSite } from '#site/readSite.ts';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import { SITE_NAME, keptSite } from '#device/siteKeep.ts';
import type { Keep } from '#device/vault.ts';

const NOTES = 'site-notes';
const TIMEOUT_MS = 5_000;

/** A site configuration that held here, and since when (Unix ms). */
export interface HeldSite {
  readonly site: SiteConfiguration;
  readonly takenAt: number;
}

export interface SiteNotes {
  /** Since when it holds here, Unix ms. */
  readonly takenAt?: number;
  readonly before?: HeldSite;
  /** The configuration that a person went back from: it is not taken again while the gateway says the same. */
  readonly left?: SiteConfiguration;
  /** The last thing that the gateway said and that does not pass: one sentence, and when. */
  readonly refused?: { readonly why: string; readonly at: number };
}

/** Reads the notes beside the configuration that holds. */
export async function siteNotes(keep: Keep): Promise<SiteNotes> {
  return ((await keep.read(NOTES)) as SiteNotes | undefined) ?? {};
}

/**
 * Asks the gateway for the site configuration and keeps it; the one that it takes the place of is kept beside it.
 *
 * @param now - Unix ms.
 * @returns what is true now: the fresh one, or the kept one where the gateway does not answer, says nonsense, or says
 *   what a person went back from.
 */
export async function refreshSite(
  keep: Keep,
  fetch: typeof globalThis.fetch,
  now = Date.now(),
): Promise<SiteConfiguration> {
  const said = await ask(fetch);
  const [held, notes] = await Promise.all([keptSite(keep), siteNotes(keep)]);
  if (said === undefined) return held;
  let fresh: SiteConfiguration;
  try {
    fresh = readSite(said);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (notes.refused?.why !== why) {
      await keep.write(NOTES, { ...notes, refused: { why, at: now } } satisfies SiteNotes);
    }
    return held;
  }
  const { refused: _refused, ...others } = notes;
  if (isSame(fresh, held) || (notes.left !== undefined && isSame(fresh, notes.left))) {
    if (notes.refused) await keep.write(NOTES, others);
    return held;
  }
  const before = { site: held, takenAt: notes.takenAt ?? now };
  await keep.write(NOTES, { takenAt: now, ...(!isSame(held, unknownSite) && { before }) } satisfies SiteNotes);
  await keep.write(SITE_NAME, fresh);
  return fresh;
}

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
  const { namespace, partnerOperation, keyOnGateway, trainingPort, keylessAnswer } = held;
  const { trainingPort: _port, keylessAnswer: _answer, ...rest } = before.site;
  const own = {
    namespace,
    partnerOperation,
    keyOnGateway,
    ...(trainingPort !== undefined && { trainingPort }),
    ...(keylessAnswer !== undefined && { keylessAnswer }),
  };
  const site: SiteConfiguration = { ...rest, ...own };
  // The step back from a step back goes to what the gateway says: nothing is left then.
  const isForward = left !== undefined && isSame(left, before.site);
  await keep.write(NOTES, {
    takenAt: now,
    before: { site: held, takenAt },
    ...(!isForward && { left: held }),
  } satisfies SiteNotes);
  await keep.write(SITE_NAME, site);
  return site;
}

/** Asks the gateway. @returns parsed JSON, or `undefined` where it did not answer with any. */
async function ask(fetch: typeof globalThis.fetch): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const reply = await fetch('/gateway/site', { cache: 'no-store', redirect: 'error', signal: abort.signal });
    return reply.ok ? await jsonOfReply(reply) : undefined;
  } catch {
    return undefined; // no network, or a page of somebody else's
  } finally {
    clearTimeout(timer);
  }
}

/** Both were read by one reader, which puts members in the order in which they came. */
function isSame(a: SiteConfiguration, b: SiteConfiguration): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
