import type { Keep } from '#device/vault.ts';
import type { Kept } from '#outbox/store/kept.ts';

/** What the first screen depends on. */
const FIRST = ['settings', 'site', 'taught-rules', 'access-key', 'session', 'supervisor', 'half'];

/** What is kept, as it is now: the first screen's part is read in one go, where each by itself would wait its turn. */
export async function readAtOnce(keep: Pick<Kept, 'read' | 'readAll' | 'write'>): Promise<Keep> {
  const known = await keep.readAll(FIRST);
  return {
    read: async (name) => (known.has(name) ? known.get(name) : keep.read(name)),
    write: keep.write,
  };
}
