import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { withAppearance } from '#contract/appearance.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { escapeMarkup } from '#contract/entities.ts';

/**
 * Keeps index.html in memory, so that the first thing a handheld waits for needs no look at the disk but one for its time.
 * It is packed here, as packed copies beside it may be of another build.
 *
 * @param site - the site, of which the page tells a handheld that knows nothing yet (src/device/siteAtStart.ts).
 * @returns a function that returns the page as it is now, in an appearance (src/contract/appearance.ts); `undefined`: it is not built.
 */
export function createKeptPage(path: string, site: () => SiteConfiguration) {
  const built = freshText(path);
  const html = (): string | undefined => {
    const { keyOnGateway, demo, languages } = site();
    const told = escapeMarkup(JSON.stringify({ keyOnGateway, demo, languages }), /[&<>"']/g);
    return built()?.replace('<html lang="en"', (tag) => `${tag} data-gateway="${told}"`);
  };
  let kept: { readonly html: string; readonly pages: Map<string, ReturnType<typeof keep>> } | undefined;
  return (appearance?: string) => {
    const text = html();
    if (text === undefined) return undefined;
    if (kept?.html !== text) kept = { html: text, pages: new Map() };
    const dressed = withAppearance(text, appearance); // there are few
    const page = kept.pages.get(dressed) ?? keep(dressed);
    kept.pages.set(dressed, page);
    return page;
  };
}

/** Packs a page. */
function keep(html: string) {
  const identity = Buffer.from(html);
  const copies = { br: brotliCompressSync(identity), gzip: gzipSync(identity, { level: 9 }) };
  let last: { readonly policy: string; readonly allowed: string } | undefined;
  return {
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    /** Returns the policy with the page's own scripts and styles allowed. */
    policy(policy: string): string {
      if (last?.policy !== policy) last = { policy, allowed: allowInline(policy, html) };
      return last.allowed;
    },
    /** Returns the bytes in the best encoding that is accepted. */
    packed(accepted: string) {
      for (const encoding of ['br', 'gzip'] as const) {
        if (accepts(accepted, encoding)) return { encoding, bytes: copies[encoding] };
      }
      return { encoding: undefined, bytes: identity };
    },
  };
}

/** Tells whether an Accept-Encoding names an encoding, and not with a quality of 0. */
function accepts(accepted: string, encoding: string): boolean {
  const [, quality = '1'] = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`, 'i').exec(
    accepted,
  ) ?? ['', '0'];
  return Number(quality) > 0;
}

/**
 * Adds to a Content-Security-Policy the hashes of the scripts and styles that stand in a page of this project's own build.
 * An element with an attribute, such as `src`, is no inline part.
 */
export function allowInline(policy: string, html: string): string {
  return policy
    .replace(/script-src [^;]*/, (sources) => [sources, ...hashesOf(html, 'script')].join(' '))
    .replace(/style-src [^;]*/, (sources) => [sources, ...hashesOf(html, 'style')].join(' '));
}

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  return [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** Makes a function that returns a file's text, and reads it again where it was built anew; `undefined`: there is none. */
function freshText(path: string): () => string | undefined {
  let read: { readonly mtimeMs: number; readonly text: string } | undefined;
  return () => {
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs === undefined) return undefined;
    if (read?.mtimeMs !== mtimeMs) read = { mtimeMs, text: readFileSync(path, 'utf8') };
    return read.text;
  };
}
