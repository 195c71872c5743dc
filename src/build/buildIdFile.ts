import type { Plugin } from 'vite';

/**
 * Writes what a version has behind its `+` beside the app: the gateway that serves it says the same version. The page names it too, for whoever
 * looks at one that does not start.
 */
export function buildIdFile(version: string): Plugin {
  const id = version.slice(version.indexOf('+') + 1);
  return {
    name: 'scanline:build-id',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build-id.txt', source: id });
    },
    transformIndexHtml: (html) => html.replace('<html lang="en"', (tag) => `${tag} data-build="${id}"`),
  };
}
