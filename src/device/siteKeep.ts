import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import type { Keep } from '#device/vault.ts';

/** Where the configuration that holds is kept, and what is known beside it. */
export const [NAME, NOTES] = ['site', 'site-notes'] as const;
const TIMEOUT_MS = 5_000;

/** A site configuration that held here, and since when (Unix ms). */
export interface HeldSite {
  readonly site: SiteConfiguration;
  readonly takenAt: number;
}

/** What is known beside the configuration that holds. */
export interface SiteNotes {
  /** Since when it holds here, Unix ms. */
  readonly takenAt?: number;
  /** The one before it. */
  readonly before?: HeldSite;
  /** What a person went back from: it is not taken again while the gateway says the same. */
  readonly left?: SiteConfiguration;
  /** The last thing that the gateway said and that does not pass: one sentence, and when. */
  readonly refused?: { readonly why: string; readonly at: number };
}

/**
 * The site configuration that was last heard, or one that knows nothing. It was checked before it was kept; what an
 * older build did not know of is not in it.
 */
export async function keptSite(keep: Keep): Promise<SiteConfiguration> {
  return { ...unknownSite, ...((await keep.read(NAME)) as Partial<SiteConfiguration> | undefined) };
}

/** What is known beside the configuration that holds. */
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
    const { readSite } = await import('#contract/readSite.ts'); // no screen waits for it: a chunk of its own
    fresh = readSite(said);
  } catch (error) {
    if (!(error instanceof TypeError)) return held; // its chunk could not be loaded
    if (notes.refused?.why !== error.message) {
      await keep.write(NOTES, { ...notes, refused: { why: error.message, at: now } } satisfies SiteNotes);
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
  await keep.write(NAME, fresh);
  return fresh;
}

/** @returns parsed JSON, or `undefined` where the gateway did not answer with any. */
async function ask(fetch: typeof globalThis.fetch): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const reply = await fetch('/gateway/site', { cache: 'no-store', redirect: 'error', signal: abort.signal });
    return reply.ok ? ((await reply.json()) as unknown) : undefined;
  } catch {
    return undefined; // no network, or a page of somebody else's
  } finally {
    clearTimeout(timer);
  }
}

/** Both were read by one reader, which puts members in the order in which they came. */
export function isSame(a: SiteConfiguration, b: SiteConfiguration): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
