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

/** Returns the texts that a program says, and those around what it puts into them. */
export function textsIn(file: string, code: string): readonly string[] {
  const texts: string[] = [];
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
      texts.push(node.value);
    if ('type' in node && node.type === 'TemplateElement' && 'value' in node) texts.push(rawOf(node.value));
    for (const inside of Object.values(node)) look(inside);
  };
  look(parseSync(file, code).program);
  return texts;
}

function rawOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}
