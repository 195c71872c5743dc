import type { Keep } from '#device/vault.ts';
import { migrations } from '#outbox/store/database.ts';
import type { Kept } from '#outbox/store/kept.ts';

/** What the first screen depends on. public/early-kept.js reads the same. */
const FIRST = ['settings', 'site', 'taught-rules', 'access-key', 'session', 'supervisor', 'half'];

/** What public/early-kept.js has read, and of which version of the database. */
export interface EarlyKept {
  readonly version: number;
  readonly values: Readonly<Record<string, unknown>>;
}

declare global {
  interface Window {
    earlyKept?: Promise<EarlyKept | undefined>;
  }
}

/**
 * What is kept, as it is now: the first screen's part is read in one go, where each by itself would wait its turn.
 *
 * @param early - the same, read before this script was there. Not taken from a database of another version, nor where
 *   something is missing in it.
 */
export async function readAtOnce(
  keep: Pick<Kept, 'read' | 'readAll' | 'write'>,
  early?: Promise<EarlyKept | undefined>,
): Promise<Keep> {
  const read = await early;
  const isWhole = read?.version === migrations.length && FIRST.every((name) => Object.hasOwn(read.values, name));
  const known = isWhole ? new Map(Object.entries(read.values)) : await keep.readAll(FIRST);
  return {
    read: async (name) => (known.has(name) ? known.get(name) : keep.read(name)),
    write: keep.write,
  };
}

/** What was read early, once: what is read later has to be as it is then. */
export function takeEarlyKept(): Promise<EarlyKept | undefined> | undefined {
  const early = window.earlyKept;
  delete window.earlyKept;
  return early;
}
