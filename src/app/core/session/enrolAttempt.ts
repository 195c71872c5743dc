import { newId } from '#app/core/newId.ts';
import type { Kept } from '#outbox/store/database.ts';

const ATTEMPT = 'enrol-attempt';

/** Returns this handheld's own number for what enrols it: after a lost answer it is tried again, and is no other. */
export async function enrolAttempt(keep: Pick<Kept, 'read' | 'write'>): Promise<string> {
  const kept = await keep.read(ATTEMPT);
  if (typeof kept === 'string') return kept;
  const attempt = newId();
  await keep.write(ATTEMPT, attempt);
  return attempt;
}
