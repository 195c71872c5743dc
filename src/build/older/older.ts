import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, build } from 'vite';
import { packedScript } from '#build/firstView.ts';
import { floor } from '#contract/browsers.ts';

/** Vite's mode for the build that older browsers get, and its folder in the build for all. */
export const OLDER = 'old';
/** Vite's mode for the build for all without that one: what `npm test` looks at, but for one test. */
export const NEWER = 'new';

/** Its JavaScript is ES2020, which a parser can check by that year; Chrome has had it since 80. */
export const olderTarget = { target: 'es2020', cssTarget: `chrome${floor.olderChrome}` };

/** Makes the build for older browsers behind the one for all, of the same sources. */
export function olderBuild(root: string): Plugin {
  return {
    name: 'scanline:older',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => void (await build({ root, mode: OLDER, logLevel: 'warn' })),
    },
  };
}

/** Reads what these browsers lack, as a script to go before the others. */
export async function readOlderGaps(root: string): Promise<string> {
  return packedScript(await readFile(join(root, 'src/build/older/gaps.js'), 'utf8'));
}

/** Puts it before the first script of the page, and shows the focus of what has no ring of the browser's own. */
export function fillGaps(gaps: string): Plugin {
  return {
    name: 'scanline:gaps',
    apply: 'build',
    transform: {
      filter: { id: /\.css$/ },
      handler: (css) => css.replaceAll('input:focus-visible', 'input:focus'),
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script>', () => `<script>${gaps}</script>\n    <script>`),
    },
  };
}
