import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

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
export function freshText(path: string): () => string | undefined {
  let read: { readonly mtimeMs: number; readonly text: string } | undefined;
  return () => {
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (mtimeMs === undefined) return undefined;
    if (read?.mtimeMs !== mtimeMs) read = { mtimeMs, text: readFileSync(path, 'utf8') };
    return read.text;
  };
}
