import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { themedPage } from '#contract/theme.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { escaped } from '#gateway/pages/page.ts';

/**
 * @param site - what a handheld that knows nothing yet is told of it by the page itself (src/device/siteAtStart.ts).
 * @returns gives the page as it is now for a handheld that has a theme (src/contract/theme.ts), or `undefined` where there is
 *   none. It is packed here: copies beside it may be of another build.
 */
export function createKeptPage(path: string, site: () => SiteConfiguration) {
  const built = freshText(path);
  const html = (): string | undefined => {
    const { keyOnGateway, demo, languages } = site();
    const told = escaped(JSON.stringify({ keyOnGateway, demo, languages }));
    return built()?.replace('<html lang="en"', (tag) => `${tag} data-gateway="${told}"`);
  };
  let kept: { readonly html: string; readonly pages: Map<string, ReturnType<typeof keep>> } | undefined;
  return (theme?: string) => {
    const text = html();
    if (text === undefined) return undefined;
    if (kept?.html !== text) kept = { html: text, pages: new Map() };
    const worn = themedPage(text, theme); // there are few themes
    const page = kept.pages.get(worn) ?? keep(worn);
    kept.pages.set(worn, page);
    return page;
  };
}

/** index.html in memory: the first thing a handheld waits for is sent without a look at the disk but one for its time. */
function keep(html: string) {
  const identity = Buffer.from(html);
  const copies = { br: brotliCompressSync(identity), gzip: gzipSync(identity, { level: 9 }) };
  let last: { readonly policy: string; readonly allowed: string } | undefined;
  return {
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    /** A policy that also allows what stands in the page. */
    policy(policy: string): string {
      if (last?.policy !== policy) last = { policy, allowed: allowInline(policy, html) };
      return last.allowed;
    },
    /** The bytes in the best of the encodings that are accepted. */
    packed(accepted: string) {
      for (const encoding of ['br', 'gzip'] as const) {
        if (accepts(accepted, encoding)) return { encoding, bytes: copies[encoding] };
      }
      return { encoding: undefined, bytes: identity };
    },
  };
}

/** Whether an Accept-Encoding names it, and not with a quality of 0. */
function accepts(accepted: string, encoding: string): boolean {
  const [, quality = '1'] = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`, 'i').exec(
    accepted,
  ) ?? ['', '0'];
  return Number(quality) > 0;
}

/**
 * A Content-Security-Policy that also allows the scripts and styles which stand in a page of this project's own build, by
 * their hashes. An element with an attribute (`src`, for example) is no inline part.
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

/** A text file of the build, read again where it was built anew. @returns `undefined` where there is none. */
function freshText(path: string): () => string | undefined {
  let read: { readonly mtimeMs: number; readonly text: string } | undefined;
  return () => {
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs === undefined) return undefined;
    if (read?.mtimeMs !== mtimeMs) read = { mtimeMs, text: readFileSync(path, 'utf8') };
    return read.text;
  };
}
