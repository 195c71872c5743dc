import { join } from 'node:path';
import { type Plugin, normalizePath } from 'vite';
import { writeWords } from './words.ts';

/** Writes the modules of the messages before anything is read, and again at each change of a language's file. */
export function messages(root: string): Plugin {
  const folder = normalizePath(join(root, 'src/i18n'));
  return {
    name: 'scanline:messages',
    configResolved: () => writeWords(root),
    watchChange(file) {
      if (normalizePath(join(file, '..')) === folder && file.endsWith('.json')) writeWords(root);
    },
  };
}
