import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { START } from './classicStart.ts';
import { packedScript } from './packedScript.ts';
import { paintedFirst } from './paintedFirst.ts';

/** Where the styles go in index.html. */
const STYLES = '<!-- styles -->';

/**
 * Puts into dist/index.html what is needed for the first paint (the rules of its own elements, and the scripts that run
 * before it); the styles and the start come as files. The gateway allows what stands in the page by its hash.
 */
export function firstView(root: string): Plugin {
  let [style, styleFile] = ['', ''];
  return {
    name: 'scanline:first-view',
    apply: 'build',
    generateBundle: {
      order: 'pre', // before Vite links the start's styles, and has every later chunk wait for them
      handler(_options, bundle) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        const names = start?.type === 'chunk' ? start.viteMetadata?.importedCss : undefined;
        const [name, ...others] = names ?? [];
        const asset = bundle[name ?? ''];
        if (name === undefined || others.length > 0 || asset?.type !== 'asset')
          return this.error('the start has not one style');
        [style, styleFile] = [String(asset.source).trim(), name];
        names?.clear();
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        if (!html.includes(STYLES)) this.error('index.html has no place for the styles');
        let page = html
          .replaceAll(/^ *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/gm, '')
          .replace('</head>', () => `  <style>${paintedFirst(style)}</style>\n  </head>`)
          // Fetched, and worn by nothing until src/app/draw.tsx puts them on: neither paint nor script waits for them.
          .replace(STYLES, () => `<link rel="stylesheet" href="/${styleFile}" media="not all" fetchpriority="high">`)
          .replaceAll(/^ *<!--.*-->\n/gm, '')
          .replace('</body>', () => `  <script defer src="${START}"></script>\n  </body>`);
        // Those that stand together are one: each by itself may have the browser paint before the rest is read.
        for (const [tags] of page.matchAll(/(?:^ *<script src="\/[\w-]+\.js"><\/script>\n)+/gm)) {
          const names = [...tags.matchAll(/src="\/([^"]+)"/g)].map(([, name = '']) => name);
          const scripts = await Promise.all(names.map((name) => readFile(join(root, 'public', name), 'utf8')));
          const first = Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' && file.name === 'first' ? [file] : [],
          );
          const paths = first.flatMap(({ fileName, imports }) => [fileName, ...imports]).map((path) => `/${path}`);
          const script = scripts
            .map((text) => packedScript(text.replace('firstStart = []', () => `firstStart = ${JSON.stringify(paths)}`)))
            .join('\n');
          page = page.replace(tags, () => `    <script>${script}</script>\n`);
        }
        return page;
      },
    },
  };
}
