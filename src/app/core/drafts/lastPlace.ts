import { type Version, isNewer } from './draftVersion.ts';

export interface LastPlace extends Version {
  readonly name: string;
  /** The screen it was done on; absent: the worker has gone home on purpose since. */
  readonly path?: string | undefined;
  /** The screen that he went home from. */
  readonly left?: string | undefined;
}

/** Where the worker was last: after a start from the icon he is led there again. */
export function createLastPlace() {
  let last: LastPlace | undefined;

  return {
    newest<Kept extends LastPlace>(kept: Kept | undefined): LastPlace | Kept | undefined {
      return last && isNewer(last, kept) ? last : kept;
    },

    set(place: LastPlace): void {
      last = place;
    },

    /** The worker has gone Home on purpose, or back. @returns whether that changes where the next start leads */
    went(path: string, nextCount: () => number): boolean {
      const isHome = path === '/';
      if (!last || (isHome ? !last.path : last.left !== path)) return false;
      last = { ...last, count: nextCount(), path: isHome ? undefined : path, left: isHome ? last.path : undefined };
      return true;
    },
  };
}

/** Opened from its icon: a link that brings a code leads elsewhere. */
export function isAtHome(): boolean {
  return location.pathname + location.search === '/';
}
