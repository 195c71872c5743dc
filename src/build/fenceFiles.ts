import { type Fence, type Folder, fences } from './fences.ts';

const COMPILED: Readonly<
  Record<Fence['runsIn'], { readonly lib: readonly string[]; readonly types?: readonly string[] }>
> = {
  anywhere: { lib: ['es2022'] },
  page: { lib: ['es2022', 'dom', 'dom.iterable'], types: ['vite/client'] },
  'page and worker': { lib: ['es2022', 'dom', 'dom.iterable'] },
  worker: { lib: ['es2022', 'webworker', 'webworker.iterable'] },
  Node: { lib: ['es2023'], types: ['node'] },
};

/** Returns what a folder's tsconfig.json holds, as the table has it. */
export function tsconfigOf(folder: Folder): object {
  const { folders, runsIn, data = [] } = fences[folder];
  const cache = `../../node_modules/.cache/tsc/${folder}`;
  return {
    extends: '../../tsconfig.base.json',
    compilerOptions: { ...COMPILED[runsIn], outDir: cache, tsBuildInfoFile: `${cache}.tsbuildinfo` },
    include: ['.', ...data],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
    ...(folders.length > 0 && { references: folders.map((name) => ({ path: `../${name}` })) }),
  };
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
