import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

/** Reads what a file imports and exports, as the parser of the build sees it. */
function moduleOf(file: string) {
  const code = readFileSync(file, 'utf8');
  return { code, ...parseSync(file, code).module };
}

/** Returns the files that a file of src imports as it runs, from the repository's root: what it imports for types alone is left out. */
export function importsOf(file: string): readonly string[] {
  return moduleOf(file)
    .staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest: { value: from } }) =>
      from.startsWith('#') ? `src/${from.slice(1)}` : posix.normalize(join(dirname(file), from)),
    );
}

/** Returns what a file loads by `import()`, as it is written there: without its quotes where it is a plain text. */
export function laterImportsOf(file: string): readonly string[] {
  const { code, dynamicImports } = moduleOf(file);
  return dynamicImports
    .map(({ moduleRequest: { start, end } }) => code.slice(start, end))
    .map((written) => /^(['"])(.*)\1$/.exec(written)?.[2] ?? written);
}

/** Returns the names that a file exports, types among them. */
export function exportsOf(file: string): readonly string[] {
  return moduleOf(file)
    .staticExports.flatMap(({ entries }) => entries)
    .flatMap(({ exportName: { kind, name } }) => (kind === 'Name' && name !== null ? name : []));
}
