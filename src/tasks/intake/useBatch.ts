import { readBatch } from '#scan/batch.ts';
import type { Scan } from '#scan/scan.ts';
import { batchDraft } from './batchDraft.ts';
import { useKeeping } from '#tasks/task/handheld.ts';
import { createKeptList } from '#tasks/task/keptList.ts';

/** Codes that were collected for a task and not taken yet. Beside React: two codes may come before it draws once. */
type KeptBatch = ReturnType<typeof createKeptList<Scan>>;

/** One a task: the camera's panel may close while its codes are being taken. */
const batches = new Map<string | undefined, KeptBatch>();

/** @param task - whose codes; a screen without one collects none. */
export function useBatch(task: string | undefined): KeptBatch {
  const { draft } = useKeeping();
  const batch =
    batches.get(task) ?? createKeptList(task === undefined ? undefined : draft(batchDraft(task)), readBatch);
  batches.set(task, batch);
  return batch;
}
