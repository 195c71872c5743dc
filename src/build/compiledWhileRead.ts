import type { Plugin } from 'vite';

/**
 * Has Chromium compile the whole start beside the main thread while it reads it, where it would compile each function as
 * the first screen calls it. Source: V8, explicit compile hints.
 */
export function compiledWhileRead(): Plugin {
  return {
    name: 'scanline:compiled-while-read',
    apply: 'build',
    generateBundle: {
      order: 'post', // heard in the first line only, where Vite writes too
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}
