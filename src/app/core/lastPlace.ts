import type { Beside } from '#outbox/store/store.ts';
import type { Kept } from '#outbox/store/kept.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import { type Version, isNewer, keptOf, versionIn } from './versions.ts';

/** Half tasks as the disk knows them: what was done last, and where, and the last version of each. */
interface Half extends Version {
  /** Of the half task that was written last; empty: none was. */
  readonly name: string;
  /** The screen it was done on; absent: the worker has gone home on purpose since. */
  readonly path?: string | undefined;
  /** The screen that he went home from. */
  readonly left?: string | undefined;
  /** Every draft by its name, also the finished ones and what is no task's. An older build kept the last one only. */
  readonly halves?: Readonly<Record<string, Version>>;
}

export const DRAFT = 'scanline-draft-';
const NAME = 'half';
/** Drafts that are no task's: what was not taken, and what waits for a task. */
export const NO_TASK = /^(?:not-taken-|hand-over$)/;
/** Names that are kept on the disk; more than a handheld's workers have begun since anybody can remember. */
const MOST_HALVES = 100;

/**
 * Half tasks in `localStorage`: written at once, and seen by the other pages of this browser. Each is the worker's who
 * began it, and nobody else's.
 *
 * `localStorage` forgets: a killed browser loses the last seconds of it, and where the browser's storage process dies,
 * pages that live on find it as it was long before, and are told so as if another page had written it. So each version
 * has a count, and an older one never takes the place of a newer one: a page goes by the newest that it has seen, and
 * the disk keeps the newest of all. A half that a call has ended is kept as such in the call's own transaction.
 */
export function createHalves(keep: Pick<Kept, 'join'>) {
  /** The newest version that this page knows of each draft. */
  const known = new Map<string, Version>();
  const watchers = new Map<string, Set<() => void>>();
  let last: Half | undefined;
  let clock = 0;

  /** What the disk has to know, or `undefined` where it knows that. */
  function next(before: unknown): Half | undefined {
    const disk = before as Half | undefined;
    const end = last && isNewer(last, disk) ? last : disk;
    const halves = { ...halvesIn(disk) };
    let hasMore = end !== disk;
    for (const [name, version] of known) {
      if (!isNewer(version, halves[name])) continue;
      halves[name] = version;
      hasMore = true;
    }
    return hasMore ? { name: '', count: 0, ...end, halves: newestOf(halves) } : undefined;
  }

  function note(): void {
    keep.join(NAME, next).catch(() => undefined); // a storage that fails is told where a call is saved
  }

  function learn(name: string, version: Version): void {
    known.set(name, version);
    clock = Math.max(clock, version.count);
  }

  /** The newest version of a draft, wherever it is. */
  function look(name: string): Version | undefined {
    const here = versionIn(localStorage.getItem(name));
    if (here && isNewer(here, known.get(name))) learn(name, here);
    return known.get(name);
  }

  addEventListener('storage', ({ key }) => {
    if (key === null) known.clear(); // all of it was cleared, by a person's wish
    if (!key?.startsWith(DRAFT)) return;
    const before = known.get(key);
    const newest = look(key);
    if (newest !== before) for (const tell of watchers.get(key) ?? []) tell();
    else if (newest && localStorage.getItem(key) !== keptOf(newest)) store(key, newest); // it has forgotten
  });

  return {
    draft(task: string, userId: string): Draft {
      const name = `${DRAFT}${task}-of-${userId}`;
      return {
        watch(onChange) {
          const own = watchers.get(name) ?? new Set();
          watchers.set(name, own.add(onChange));
          return () => void own.delete(onChange);
        },
        read: () => look(name)?.text,
        write(text: string | undefined, by?: 'call') {
          if (text === look(name)?.text) return;
          const version: Version = { count: clock + 1, text };
          learn(name, version);
          store(name, version);
          if (!NO_TASK.test(task))
            last = { name, ...version, path: text === undefined ? undefined : location.pathname };
          if (by !== 'call') note();
        },
      };
    },

    /** What a call brings to the disk in its own transaction. */
    beside: { name: NAME, next } satisfies Beside,

    /** Brings to the disk what a call should have, that was not saved. */
    note,

    /**
     * The app was opened: puts back what `localStorage` has lost, and goes to where the worker was interrupted, where it
     * was opened from its icon. To be called before the first screen.
     *
     * @param kept - what was kept under `half`.
     * @param userId - the worker's who is signed in; absent before the first start.
     */
    goBack(kept: unknown, userId: string | undefined): void {
      const disk = kept as Half | undefined;
      if (!disk) return;
      for (const [name, version] of Object.entries(halvesIn(disk))) {
        const here = look(name);
        if (!isNewer(version, here)) continue; // another page, or this one, has gone on since this was read
        learn(name, version);
        for (const tell of watchers.get(name) ?? []) tell();
        if (here || version.text !== undefined) store(name, version);
      }
      clock = Math.max(clock, disk.count);
      if (isNewer(disk, last)) last = disk;
      const { name, text, path } = last ?? disk;
      if (!name.endsWith(`-of-${userId}`) || text === undefined || !path) return;
      if (look(name)?.text === text && isAtHome()) history.replaceState(null, '', path);
    },

    /** The worker has gone to a screen by his own will: from home no start leads back, until he is where he had left. */
    at(path: string): void {
      const isHome = path === '/';
      if (!last || (isHome ? !last.path : last.left !== path)) return;
      clock += 1;
      last = { ...last, count: clock, path: isHome ? undefined : path, left: isHome ? last.path : undefined };
      note();
    },
  };
}

function store(name: string, version: Version): void {
  try {
    localStorage.setItem(name, keptOf(version));
  } catch {
    // no room: half a task is then known to this page and to the disk only
  }
}

function halvesIn(disk: Half | undefined): Readonly<Record<string, Version>> {
  return disk?.halves ?? (disk ? { [disk.name]: { count: disk.count, text: disk.text } } : {});
}

function newestOf(halves: Readonly<Record<string, Version>>): Readonly<Record<string, Version>> {
  const all = Object.entries(halves);
  if (all.length <= MOST_HALVES) return halves;
  return Object.fromEntries(all.sort(([, one], [, other]) => other.count - one.count).slice(0, MOST_HALVES));
}

/** Opened from its icon: a link that brings a code leads elsewhere. */
function isAtHome(): boolean {
  return location.pathname + location.search === '/';
}
