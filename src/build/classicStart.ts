import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { namesOf, withoutExports } from './startModule.ts';

/** Stands in the page for the start's file until that has its name. */
export const START = '/start.js';

/**
 * Makes of the start's chunk a script of the old kind, and of the chunk itself a module that hands later chunks what the
 * script has left for them. A browser compiles an old kind's script whole when the service worker keeps it, and reads that
 * at the next start; a module it compiles anew, each function when it is first called (Chromium's Cache.put; measured:
 * `npm run bench -- speed`).
 */
export function classicStart(): Plugin {
  return {
    name: 'scanline:classic-start',
    apply: 'build',
    generateBundle: {
      order: 'post', // Vite has the names of later styles written into it before
      handler(_options, bundle) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        if (start?.type !== 'chunk') return this.error('there is no start');
        const [written, names] = withoutExports(start.code);
        let code = written.replaceAll(
          /\bimport\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?/g,
          (_, taken: string, file: string) => {
            const chunk = bundle[`assets/${file}`];
            if (chunk?.type !== 'chunk' || chunk.imports.length > 0) return this.error(`the start needs ${file}`);
            const [own, given] = withoutExports(chunk.code); // the bundler's own few lines, which it has in a file by itself
            return `const {${namesOf(taken)
              .map((pair) => pair.join(':'))
              .join()}}=(()=>{${own}return {${given.map(([inner, outer]) => `${outer}:${inner}`).join()}}})();`;
          },
        );
        // Vite's loader of later styles asks for the address of `/assets/…` in the way of a module.
        code = code.replace(
          /import\.meta\.resolve\s*\?[^:]*:\s*new URL\((\w+),\s*import\.meta\.url\)/,
          'new URL($1,location.href)',
        );
        if (/\bimport(?:\.meta\b|\s*\{|\s*["'`])/.test(code))
          return this.error('the start is not in one file, or asks for import.meta');
        const source = `//# allFunctionsCalledOnLoad\n(()=>{"use strict";${code}\nself.scanlineStart={${names.map(([inner, outer]) => `${outer}:${inner}`).join()}}})()`;
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `assets/start-${hash}.classic.js`;
        this.emitFile({ type: 'asset', fileName, source });
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('there is no index.html');
        page.source = String(page.source).replace(START, `/${fileName}`);
        const own = names.map(([, outer], at) => [outer, `v${at}`] as const); // what is exported may be named as no variable can be
        start.code = `const {${own.map((pair) => pair.join(':')).join()}}=self.scanlineStart;export{${own.map(([outer, name]) => `${name} as ${outer}`).join()}};`;
      },
    },
  };
}
