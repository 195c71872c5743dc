/** The part of a package-lock.json that is read. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The part of a package in it that is read. */
export interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** Set where it runs on some systems alone. */
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  /** Set where it reaches neither a handheld nor a server. */
  readonly dev?: boolean;
  readonly version?: string;
  readonly license?: string;
}

/** Returns the libraries that TypeScript files import by name, each once. @param texts - of the files. */
export function librariesIn(texts: readonly string[]): readonly string[] {
  const named = texts.flatMap((text) => [...text.matchAll(/^(?:import|\}).* from '([^'.#][^']*)';$/gm)]);
  const names = named
    .map(([, name = '']) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !name.startsWith('node:'));
  return [...new Set(names)].sort();
}

/**
 * Returns the folders of the libraries and of all that they need, as they lie in the project, sorted.
 *
 * @throws Error where one is not in the lock file.
 */
export function libraryFolders(lock: Lock, libraries: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const add = (name: string, from: string, isOptional: boolean): void => {
    const path = placesOf(name, from).find((place) => lock.packages[place]);
    const entry = lock.packages[path ?? ''];
    if (path === undefined || !entry) {
      if (isOptional) return;
      throw new Error(`${name}, which ${from || 'the gateway'} needs, is not in package-lock.json`);
    }
    if (found.has(path)) return;
    found.add(path);
    for (const one of Object.keys(entry.dependencies ?? {})) add(one, path, false);
    for (const one of Object.keys(entry.optionalDependencies ?? {})) add(one, path, true);
  };
  for (const name of libraries) add(name, '', false);
  return [...found].sort();
}

/** Returns where Node looks for a package, the nearest place first. */
function placesOf(name: string, from: string): readonly string[] {
  const places = [`node_modules/${name}`];
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    places.splice(-1, 0, `${at}/node_modules/${name}`);
  return places;
}
