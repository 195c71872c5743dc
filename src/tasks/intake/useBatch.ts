import { type Batch, readBatch, writeBatch } from '#scan/batch.ts';
import { batchDraft } from './batchDraft.ts';
import { type Draft, useHandheld } from '#tasks/task/handheld.ts';
import { createListeners } from '#tasks/task/listeners.ts';

/** Codes that were collected for a task and not taken yet: kept over a restart, until a person decides. */
export interface KeptBatch {
  readonly view: () => Batch;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (codes: Batch) => void;
}

/** One a task: the camera's panel may close while its codes are being taken. */
const batches = new Map<string | undefined, KeptBatch>();

/** @param task - whose codes; a screen without one collects none. */
export function useBatch(task: string | undefined): KeptBatch {
  const { draft } = useHandheld();
  const batch = batches.get(task) ?? createBatch(task === undefined ? undefined : draft(batchDraft(task)));
  batches.set(task, batch);
  return batch;
}

/** Beside React: two codes may come before it draws once. */
function createBatch(draft: Draft | undefined): KeptBatch {
  const [tell, subscribe] = createListeners();
  let codes: Batch;

  function hold(next: Batch): void {
    codes = next;
    tell();
  }

  codes = readBatch(draft?.read());
  draft?.watch(() => hold(readBatch(draft.read())));
  return {
    view: () => codes,
    subscribe,
    set(next) {
      draft?.write(writeBatch(next));
      hold(next);
    },
  };
}
