import { type QueuedCall, isOpen, openStates } from './state/queuedCall.ts';
import type { Store } from '#outbox/store/store.ts';

/** Calls of one state that are kept, at most: the newest. */
const MOST = 200;
/** Milliseconds from a change until the rows are read again: what this page does itself is known at once. */
const READ_AFTER_MS = 2_000;

/**
 * Keeps the open calls in memory too, as this page saw them last: where their storage is taken from under it they can
 * still be named, and given away.
 *
 * @param later - as `setTimeout`.
 */
export function createOpenCopies(list: Store['list'], later: (work: () => void, ms: number) => unknown) {
  let calls: ReadonlyMap<number, QueuedCall> = new Map();
  let isHeld = false;
  let isDue = false;
  /** Done here since a read has begun: it may have missed that. */
  let meanwhile: readonly QueuedCall[] = [];

  function withOne(known: ReadonlyMap<number, QueuedCall>, call: QueuedCall): ReadonlyMap<number, QueuedCall> {
    const others = [...known].filter(([seq]) => seq !== call.seq);
    return new Map(isOpen(call.state) ? [...others, [call.seq, call]] : others);
  }

  async function read(): Promise<void> {
    isDue = false;
    meanwhile = [];
    const rows = (await Promise.all(openStates.map((state) => list(state, MOST, 'newest')))).flat();
    if (!isHeld) calls = meanwhile.reduce(withOne, new Map(rows.map((call) => [call.seq, call])));
  }

  function changed(): void {
    if (isDue || isHeld) return;
    isDue = true;
    later(() => void read().catch(() => undefined), READ_AFTER_MS); // a storage that fails: what was seen last stays
  }

  return {
    /** Rows have changed, here or elsewhere. */
    changed,
    /** A call was saved or settled by this page. */
    took(call: QueuedCall): void {
      if (isHeld) return;
      meanwhile = [...meanwhile, call];
      calls = withOne(calls, call);
    },
    /** Learns nothing more: what is on the disk may be another, empty storage. */
    hold(): void {
      isHeld = true;
    },
    /** Learns anew, from what is on the disk now. */
    goOn(): void {
      if (!isHeld) return;
      isHeld = false;
      changed();
    },
    /** The calls, in the order in which they were saved. */
    all: (): readonly QueuedCall[] => [...calls.values()].sort((a, b) => a.seq - b.seq),
  };
}
