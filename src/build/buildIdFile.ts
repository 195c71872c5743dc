import type { Plugin } from 'vite';

/** Writes what a version has behind its `+` beside the app: the gateway that serves it says the same version. */
export function buildIdFile(version: string): Plugin {
  return {
    name: 'scanline:build-id',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build-id.txt', source: version.slice(version.indexOf('+') + 1) });
    },
  };
}
