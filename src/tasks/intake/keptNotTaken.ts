import { isScanNote, objectIn } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import type { NotTaken } from './notTaken.ts';

/** Newest first; what is none is left out. */
export function readNotTaken(draft: Pick<Draft, 'read'>): readonly NotTaken[] {
  return (Object.values(objectIn(draft.read())) as NotTaken[]).filter(isScanNote);
}

/** Writes nothing where none is left. */
export function writeNotTaken(draft: Pick<Draft, 'write'>, kept: readonly NotTaken[]): void {
  draft.write(kept.length === 0 ? undefined : JSON.stringify(kept));
}
