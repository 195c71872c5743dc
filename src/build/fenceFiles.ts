import { type Fence, type Folder, fences } from './fences.ts';

/** The longest line that the formatter leaves whole, in characters. */
const LINE = 120;

const COMPILED: Readonly<
  Record<Fence['runsIn'], { readonly lib: readonly string[]; readonly types?: readonly string[] }>
> = {
  anywhere: { lib: ['es2022'] },
  page: { lib: ['es2022', 'dom', 'dom.iterable'], types: ['vite/client'] },
  'page and worker': { lib: ['es2022', 'dom', 'dom.iterable'] },
  worker: { lib: ['es2022', 'webworker', 'webworker.iterable'] },
  Node: { lib: ['es2023'], types: ['node'] },
};

/** Returns the text of a folder's tsconfig.json, as the table has it. */
export function tsconfigText(folder: Folder): string {
  const { folders, runsIn, data = [] } = fences[folder];
  const cache = `../../node_modules/.cache/tsc/${folder}`;
  return textOf({
    extends: '../../tsconfig.base.json',
    compilerOptions: { ...COMPILED[runsIn], outDir: cache, tsBuildInfoFile: `${cache}.tsbuildinfo` },
    include: ['.', ...data],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
    ...(folders.length > 0 && { references: folders.map((name) => ({ path: `../${name}` })) }),
  });
}

/** Writes an object as the formatter would: its members and theirs each on a line, the rest on one where it fits. */
function textOf(object: object, indent = ''): string {
  const members = Object.entries(object).map(([name, value]) => {
    const head = `${indent}  "${name}": `;
    return head + (isPlain(value) ? textOf(value, `${indent}  `).trimEnd() : listText(value, head, `${indent}  `));
  });
  return `{\n${members.join(',\n')}\n${indent}}\n`;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listText(value: unknown, head: string, indent: string): string {
  const line = JSON.stringify(value, undefined, 1)
    .replace(/\n */g, ' ')
    .replace(/\[ | \]/g, (side) => side.trim());
  if (!Array.isArray(value) || head.length + line.length < LINE) return line;
  return `[\n${value.map((one) => `${indent}  ${listText(one, '', indent)}`).join(',\n')}\n${indent}]`;
}

/** Returns the rows of docs/architecture.md's map: each folder, what it is, what it imports and what it owns. */
export function mapRows(): readonly string[] {
  return Object.entries(fences).map(([folder, { is, folders, libraries }]) => {
    const owned = libraries.filter((name) => !['node:*', 'react'].includes(name)).join(', ');
    return `| \`src/${folder}\` | ${is} | ${folders.join(', ') || '–'} | ${owned || '–'} |`;
  });
}

/** Returns the rows of its table of rooms. */
export function roomRows(): readonly string[] {
  return Object.entries(fences).flatMap(([folder, { rooms }]) =>
    rooms ? [`| \`src/${folder}\` | ${rooms.map((room) => room || '(root)').join(' · ')} |`] : [],
  );
}
