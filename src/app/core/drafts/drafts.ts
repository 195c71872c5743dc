import type { WrittenWithCall } from '#outbox/store/store.ts';
import type { Kept } from '#outbox/store/database.ts';
import { isLoose } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import { navigate } from '#ui/router.ts';
import { jsonIn } from '#contract/json.ts';
import { localKeys } from '#device/localKeys.ts';
import { attempt } from '#contract/attempt.ts';

export interface OnDisk extends LastPlace {
  /** Drafts by their keys, also the finished ones and what is no task's. An older build kept the last one only. */
  readonly halves?: Readonly<Record<string, Version>>;
}

const NAME = 'half';
/** Drafts that are kept on the disk; more than a handheld's workers have begun since anybody can remember. */
const MOST = 100;
const NOTED_AFTER_MS = 50;

/** Half tasks: in `localStorage`, and the newest on the disk. A half that a call ends is ended in its transaction. */
export function createDrafts(kept: Pick<Kept, 'join'>) {
  const versions = createDraftVersions();
  const place = createLastPlace();
  let due: ReturnType<typeof setTimeout> | undefined;

  function next(before: unknown): OnDisk | undefined {
    const disk = before as OnDisk | undefined;
    const last = place.newest(disk);
    const halves = { ...halvesIn(disk) };
    let hasMore = last !== disk;
    for (const [key, version] of versions.known) {
      if (!isNewer(version, halves[key])) continue;
      halves[key] = version;
      hasMore = true;
    }
    return hasMore ? { name: '', count: 0, ...last, halves: newestOf(halves) } : undefined;
  }

  function note(): void {
    due ??= setTimeout(() => {
      callOff();
      kept.join(NAME, next).catch(() => undefined); // a storage that fails is told where a call is saved
    }, NOTED_AFTER_MS);
  }
  function callOff(): void {
    clearTimeout(due);
    due = undefined;
  }
  /** A scan that completes the task brings it to the disk with its call, and waits for no other write. */
  function nextWithCall(before: unknown): OnDisk | undefined {
    callOff();
    return next(before);
  }

  return {
    draft(name: string, userId: string): Draft {
      const key = draftKey(name, userId);
      return {
        watch: (onChange) => versions.watch(key, onChange),
        read: () => versions.newest(key)?.text,
        write(text, by) {
          if (text === versions.newest(key)?.text) return;
          const version = { count: versions.nextCount(), text };
          versions.write(key, version);
          const path = text === undefined ? undefined : location.pathname;
          if (!isLoose(name)) place.set({ name: key, ...version, path });
          if (by !== 'call') note();
        },
      };
    },

    /** The value that each call brings to the disk in its own transaction. */
    writtenWith: { name: NAME, next: nextWithCall } satisfies WrittenWithCall,

    note,

    /** Puts back what `localStorage` has lost, and goes to where the worker was; before the first screen. */
    goBack(half: unknown, userId: string | undefined): void {
      const disk = half as OnDisk | undefined;
      if (!disk) return;
      for (const [key, version] of Object.entries(halvesIn(disk))) versions.putBack(key, version);
      versions.countFrom(disk.count);
      const last = place.newest(disk) ?? disk;
      place.set(last);
      const { name, text, path } = last;
      if (!name.endsWith(`-of-${userId}`) || text === undefined || !path) return;
      if (versions.newest(name)?.text === text && isAtHome()) navigate(path, { replaces: true });
    },

    at(path: string): void {
      if (place.went(path, versions.nextCount)) note();
    },
  };
}

function halvesIn(disk: OnDisk | undefined): Readonly<Record<string, Version>> {
  return disk?.halves ?? (disk ? { [disk.name]: { count: disk.count, text: disk.text } } : {});
}

function newestOf(halves: Readonly<Record<string, Version>>): Readonly<Record<string, Version>> {
  const all = Object.entries(halves);
  if (all.length <= MOST) return halves;
  return Object.fromEntries(all.sort(([, one], [, other]) => other.count - one.count).slice(0, MOST));
}

export function draftKey(name: string, userId: string): string {
  return `${localKeys.draft}${name}-of-${userId}`;
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(localKeys.draft);
}

interface Version {
  /** More than that of every earlier write: what has fewer is older, wherever it lies and whenever it comes to light. */
  readonly count: number;
  readonly text?: string | undefined;
}

/** Reads a value of `localStorage`; older builds kept the text alone, and one count for all. */
export function versionIn(kept: string | null): Version | undefined {
  if (kept === null) return undefined;
  const { count, text } = (jsonIn(kept) ?? {}) as { readonly count?: unknown; readonly text?: unknown };
  if (typeof count === 'number' && (text === undefined || typeof text === 'string')) return { count, text };
  return { count: Number(localStorage.getItem(localKeys.draftCount) ?? 0), text: kept };
}

/** The same, to be kept: also that something is finished, or nobody could tell that from a storage that has lost it. */
function keptOf({ count, text }: Version): string {
  return JSON.stringify({ count, text });
}

function isNewer(one: Version, other: Version | undefined): boolean {
  return other === undefined || one.count > other.count;
}

/**
 * The newest version of each draft, in `localStorage`. That forgets: a killed browser loses its last seconds, and a
 * storage process that dies shows pages an old one. So each version has a count, and an older one never takes a newer
 * one's place.
 */
function createDraftVersions() {
  const known = new Map<string, Version>();
  const watchers = new Map<string, Set<() => void>>();
  let highest = 0;

  function learn(key: string, version: Version): void {
    known.set(key, version);
    highest = Math.max(highest, version.count);
  }

  function newest(key: string): Version | undefined {
    const here = versionIn(localStorage.getItem(key));
    if (here && isNewer(here, known.get(key))) learn(key, here);
    return known.get(key);
  }

  function tell(key: string): void {
    for (const onChange of watchers.get(key) ?? []) onChange();
  }

  addEventListener('storage', ({ key }) => {
    if (key === null) known.clear(); // all of it was cleared, by a person's wish
    if (key === null || !isDraftKey(key)) return;
    const before = known.get(key);
    const now = newest(key);
    if (now !== before) tell(key);
    else if (now && localStorage.getItem(key) !== keptOf(now)) store(key, now); // it has forgotten
  });

  return {
    newest,
    known: known as ReadonlyMap<string, Version>,

    /** The count of what is done now: higher than any that this page has seen. */
    nextCount(): number {
      highest += 1;
      return highest;
    },

    countFrom(count: number): void {
      highest = Math.max(highest, count);
    },

    write(key: string, version: Version): void {
      learn(key, version);
      store(key, version);
    },

    /** Puts back what the disk knows, unless this page, or another one, has gone on since. */
    putBack(key: string, version: Version): void {
      const here = newest(key);
      if (!isNewer(version, here)) return;
      learn(key, version);
      tell(key);
      if (here || version.text !== undefined) store(key, version);
    },

    watch(key: string, onChange: () => void): () => void {
      const own = watchers.get(key) ?? new Set();
      watchers.set(key, own.add(onChange));
      return () => void own.delete(onChange);
    },
  };
}

function store(key: string, version: Version): void {
  attempt(() => localStorage.setItem(key, keptOf(version))); // no room: this page and the disk know it alone then
}

interface LastPlace extends Version {
  readonly name: string;
  /** The screen it was done on; absent: the worker has gone home on purpose since. */
  readonly path?: string | undefined;
  /** The screen that he went home from. */
  readonly left?: string | undefined;
}

/** Keeps the worker's last place: after a start from the icon he is led there again. */
function createLastPlace() {
  let last: LastPlace | undefined;

  return {
    newest<There extends LastPlace>(kept: There | undefined): LastPlace | There | undefined {
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
function isAtHome(): boolean {
  return location.pathname + location.search === '/';
}
