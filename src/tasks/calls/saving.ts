import type { Call } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { OperationOff } from '#contract/errors.ts';
import type { SignalledSaves } from '#device/signalledSaves.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued, intentOf } from '#outbox/store/store.ts';
import { isJustAnswered } from './justAnswered.ts';

export interface SavingPorts {
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
    async look(): Promise<void> {
      const last = await signalledSaves.last();
      if (last === undefined) {
        signalledSaves.note(await outbox.newest()); // an installation from before this was kept: all of it counts as told
        return;
      }
      const saved = await outbox.since(last, MOST_UNHEARD);
      unheard = saved.filter(({ passed }) => !passed); // another handheld told of the rest
      if (unheard.length > 0) onUnheard(unheard);
    },
    acknowledge(): void {
      signalledSaves.note(Math.max(0, ...unheard.map(({ seq }) => seq)));
      onUnheard([]);
    },
  };
}
