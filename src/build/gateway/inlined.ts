import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, normalizePath } from 'vite';

/** The module of the texts that the gateway's pages load. */
const FILES = 'src/office/pages/pageFiles.ts';
/** The one module that asks where it lies: the bundle lies as deep below the project as it does. */
const PLACED = 'src/main/version.ts';

/**
 * Puts into the gateway's bundle what its sources read beside themselves: styles and scripts of its pages, as texts. A module
 * that reads a further file there stops the build.
 */
export function inlined(root: string): Plugin {
  const place = (name: string): string => normalizePath(join(root, name));
  const [files, placed, sources] = [FILES, PLACED, 'src/'].map(place);
  return {
    name: 'scanline:inlined',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(sources ?? '') || id === placed) return undefined;
      const text = (file: string): string => {
        const path = join(dirname(id), file);
        this.addWatchFile(path);
        return JSON.stringify(readFileSync(path, 'utf8'));
      };
      const written =
        id === files
          ? code
              .replace(/^function textOf\([^]*?^\}\n/m, '')
              .replaceAll(/\btextOf\('([^']+)'\)/g, (_, file: string) => text(file))
          : code;
      if (/\bimport\.meta\.(?:url|dirname|filename)\b/.test(written))
        this.error(`${id} reads a file beside itself, which the bundle has not`);
      return { code: written, map: null };
    },
  };
}
