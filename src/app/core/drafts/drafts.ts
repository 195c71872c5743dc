import type { Beside } from '#outbox/store/store.ts';
import type { Kept } from '#outbox/store/kept.ts';
import { isLoose } from '#tasks/task/draftName.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import { type Version, draftKey, isNewer } from './draftVersion.ts';
import { createDraftVersions } from './draftVersions.ts';
import { type LastPlace, createLastPlace, isAtHome } from './lastPlace.ts';
import { navigate } from '#ui/router.ts';

export interface OnDisk extends LastPlace {
  /** By their keys, also the finished ones and what is no task's. An older build kept the last one only. */
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

    /** What a call brings to the disk in its own transaction. */
    writtenWith: { name: NAME, next: nextWithCall } satisfies Beside,

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
