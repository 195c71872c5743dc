import type { Kept } from '#outbox/kept.ts';
import type { Draft } from '#tasks/handheld.ts';

/** What was half done last, as it is known to the disk; `localStorage` gets there seconds later. */
interface Half {
  /** Of the draft. */
  readonly name: string;
  /** One more with each note; `localStorage` holds the last one too, and where it is behind it has lost something. */
  readonly count: number;
  readonly text?: string | undefined;
  /** The screen it was done on; absent: the worker has gone home on purpose since. */
  readonly path?: string | undefined;
}

export const DRAFT = 'scanline-draft-';
const NAME = 'half';
const COUNT = 'scanline-half-count';
/** Drafts that are no task's: what was not taken, and what waits for a task. */
export const NO_TASK = /^(?:not-taken-|hand-over$)/;

/**
 * Half tasks in `localStorage`: written at once, and seen by the other pages of this browser. Each is the worker's who
 * began it, and nobody else's. The last one is noted on the disk as well, with its screen.
 */
export function createHalves(keep: Pick<Kept, 'note'>) {
  let last: Half | undefined;

  function note(half: Omit<Half, 'count'>): void {
    last = { ...half, count: Math.max(noted(), last?.count ?? 0) + 1 }; // more than the disk knows of, whatever was lost here
    try {
      localStorage.setItem(COUNT, String(last.count));
    } catch {
      // no room: the next start puts back what is there already
    }
    keep.note(NAME, last).catch(() => undefined); // a storage that fails is told where a call is saved
  }

  return {
    draft(task: string, userId: string): Draft {
      const name = `${DRAFT}${task}-of-${userId}`;
      return {
        watch(onChange) {
          const listener = ({ key }: StorageEvent): void => {
            if (key === name) onChange(); // fired for what another page wrote
          };
          addEventListener('storage', listener);
          return () => removeEventListener('storage', listener);
        },
        read: () => localStorage.getItem(name) ?? undefined,
        write(text) {
          const gone = localStorage.getItem(name) ?? undefined;
          try {
            if (text === undefined) localStorage.removeItem(name);
            else localStorage.setItem(name, text);
          } catch {
            // no room: half a task is then kept on the screen only
          }
          if (NO_TASK.test(task) || text === gone) return;
          note(text === undefined ? { name } : { name, text, path: location.pathname });
        },
      };
    },

    /**
     * The app was opened: puts back what `localStorage` has lost, and goes to where the worker was interrupted, where it
     * was opened from its icon. To be called before the first screen.
     *
     * @param kept - what was kept under `half`.
     */
    goBack(kept: unknown, userId: string): void {
      last = kept as Half | undefined;
      if (!last?.name.endsWith(`-of-${userId}`)) return;
      const { name, text, path, count } = last;
      // Seconds may be lost, and many scans with them: whatever is there then is older than what the disk knows. Where it is
      // not behind, another page or this one has gone on since this was read, and nothing of it is undone.
      if (noted() < count) {
        if (text === undefined) localStorage.removeItem(name);
        else localStorage.setItem(name, text);
      }
      if (text !== undefined && localStorage.getItem(name) === text && path && isAtHome())
        history.replaceState(null, '', path);
    },

    /** The worker is home, and came there by his own will. */
    home(): void {
      if (last?.path !== undefined) note({ ...last, path: undefined });
    },
  };
}

/** Opened from its icon: a link that brings a code leads elsewhere. */
function isAtHome(): boolean {
  return location.pathname + location.search === '/';
}

/** The count of the last note that `localStorage` knows of. */
function noted(): number {
  return Number(localStorage.getItem(COUNT) ?? 0);
}
