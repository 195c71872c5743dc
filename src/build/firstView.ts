import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, minifySync } from 'vite';

/** A script of `public` that index.html names; what only too old a browser asks for has attributes before its address. */
const SCRIPT = /<script src="(\/[\w-]+\.js)"><\/script>/g;
/** The app's styles, as Vite links them in the head. */
const STYLES = /^ *<link rel="stylesheet"[^>]*>\n/gm;

/**
 * Puts the small scripts of index.html into the page, and the link to the app's styles to its end: neither the first paint
 * nor the keeping of early scans waits for a file. The gateway allows what stands in the page by its hash.
 */
export function firstView(root: string): Plugin {
  return {
    name: 'scanline:first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const scripts = new Map<string, string>();
        for (const [tag, path = ''] of html.matchAll(SCRIPT))
          scripts.set(tag, packedScript(await readFile(join(root, 'public', path), 'utf8')));
        const styles = [...html.matchAll(STYLES)].join('');
        return html
          .replace(SCRIPT, (tag) => `<script>${scripts.get(tag)}</script>`)
          .replace(STYLES, '')
          .replace('</body>', () => `${styles}  </body>`);
      },
    },
  };
}

/** Packs a small script, still in the oldest JavaScript: white space stays, as without it the packer puts texts between backticks. */
export function packedScript(script: string): string {
  const { code, errors } = minifySync('script.js', script, {
    compress: { target: 'es2015' },
    codegen: { removeWhitespace: false },
  });
  if (errors.length > 0 || /`|=>/.test(code)) throw new Error(`a script of the page can't be packed: ${code}`);
  return code.trim();
}
