import type { Call } from '#contract/call.ts';
import { type OperationName, operationOf } from '#contract/catalogue.ts';
import { OperationOff } from '#contract/errors.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued, intentOf } from '#outbox/store/store.ts';
import type { Keep } from '#device/vault.ts';

interface SavingPorts {
  readonly outbox: Pick<Outbox, 'get' | 'since' | 'newest'>;
  readonly isOn: (operation: OperationName) => boolean;
  readonly signalledSaves: SignalledSaves;
  readonly onUnheard: (calls: readonly QueuedCall[]) => void;
  readonly onSaved: (queued: QueuedCall) => void;
}

/** Calls that are looked for at the start: the last ones before the page ended, and no whole shift. */
const MOST_UNHEARD = 20;

/** Saved calls that are known again: far more than anybody scans in that time. */
const MOST_KNOWN = 500;

/**
 * Knows what was saved here: a call that was answered a moment ago is asked about before it is saved again; so is one that
 * was saved without a beep, as a battery may end between the two, and those are shown after the restart.
 */
export function createSaving({ outbox, isOn, signalledSaves, onUnheard, onSaved }: SavingPorts) {
  /** As found at the start; what matches one of them is asked about as long as this page lives. */
  let unheard: readonly QueuedCall[] = [];

  function sameUnheard(call: Call): QueuedCall | undefined {
    const intent = intentOf(call);
    return unheard.find((known) => known.state !== 'cancelled' && intentOf(known) === intent);
  }

  const known = new Map<string, number>();

  function told(queued: QueuedCall): void {
    known.set(intentOf(queued), queued.seq);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    signalledSaves.note(queued.seq); // kept after the beep
    onUnheard([]);
    onSaved(queued);
  }
  /** @throws AlreadyQueued where this page has made the call, and it was answered a moment ago. */
  async function refuseJustAnswered(call: Call): Promise<void> {
    const seq = known.get(intentOf(call));
    if (seq === undefined) return;
    if (isJustAnswered(await outbox.get(seq), Date.now())) throw new AlreadyQueued(seq, 'answered');
  }

  /** Refuses a call that is switched off, or is to be asked about first. @throws OperationOff, AlreadyQueued */
  async function refuse(call: Call, again: boolean): Promise<void> {
    if (!isOn(call.operation)) throw new OperationOff(call.operation);
    if (again) return;
    const same = sameUnheard(call);
    if (same) throw new AlreadyQueued(same.seq, same.state);
    await refuseJustAnswered(call);
  }

  return {
    refuse,
    told,
    refuseJustAnswered,
    /** Looks for calls that were saved and, as far as is known, not told. Called once, before the first scan. */
    async findUnheard(): Promise<void> {
      const last = await signalledSaves.last();
      if (last === undefined) {
        signalledSaves.note(await outbox.newest()); // an installation from before this was kept: all of it counts as told
        return;
      }
      const saved = await outbox.since(last, MOST_UNHEARD);
      unheard = saved.filter(({ passed }) => !passed); // another handheld told of the rest
      if (unheard.length > 0) onUnheard(unheard);
    },
    /** Forgets all: its calls' numbers are of a storage that is gone. */
    forget(): void {
      unheard = [];
      known.clear();
      signalledSaves.forget();
    },
    acknowledge(): void {
      signalledSaves.note(Math.max(0, ...unheard.map(({ seq }) => seq)));
      onUnheard([]);
    },
  };
}

const NAME = 'heard';
const KEPT_AFTER_MS = 150;

type SignalledSaves = ReturnType<typeof createSignalledSaves>;

/** Notes which saves the worker has been told of: a dead battery may come between the disk and the beep. */
export function createSignalledSaves(
  keep: Pick<Keep, 'read'> & { note(name: string, value: unknown): Promise<void> },
  later: (work: () => void, ms: number) => unknown,
) {
  let highest = 0;
  let isDue = false;
  function write(): void {
    if (!isDue) return;
    isDue = false;
    keep.note(NAME, highest).catch(() => undefined); // said once too often is all that comes of it
  }
  return {
    /** The last one that was told, or `undefined` where that was never kept. */
    last: async (): Promise<number | undefined> => (await keep.read(NAME)) as number | undefined,
    /** Told now. Kept a moment later, many at once. */
    note(seq: number): void {
      highest = Math.max(highest, seq);
      if (isDue) return;
      isDue = true;
      later(write, KEPT_AFTER_MS);
    },
    /** Begins with no call. */
    forget: (): void => void (highest = 0),
    /** Keeps what was told at once: the page is going away. */
    flush: write,
  };
}

/** A call that was answered so lately is not made again in silence, in ms. */
const JUST_ANSWERED_MS = 60_000;

/** Tells whether the call was done a moment ago. A label is asked about by its copies, and what was refused has changed nothing. */
function isJustAnswered(call: QueuedCall | undefined, now: number): boolean {
  if (call?.state !== 'answered' || operationOf(call.operation).effect === 'print') return false;
  const verdict = call.result?.verdict;
  return verdict !== 'refused' && verdict !== 'key-refused' && Math.abs(now - call.changedAt) <= JUST_ANSWERED_MS;
}
