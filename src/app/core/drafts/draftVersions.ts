import { attempt } from '#contract/attempt.ts';
import { type Version, isDraftKey, isNewer, keptOf, versionIn } from './draftVersion.ts';

/**
 * The newest version of each draft, in `localStorage`. That forgets: a killed browser loses its last seconds, and a
 * storage process that dies shows pages an old one. So each version has a count, and an older one never takes a newer
 * one's place.
 */
export function createDraftVersions() {
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
