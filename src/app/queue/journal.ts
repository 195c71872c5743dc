import { stamp } from '#ui/files.ts';
import type { AllCalls } from '#app/core/appState.ts';
import { newId } from '#app/core/newId.ts';
import type { Call } from '#contract/call.ts';
import type { Opposites } from '#site/site.ts';
import { exportSome } from '#outbox/export/exportRows.ts';
import { type Pair, createOpposites } from '#outbox/store/opposites.ts';
import { type Look, createLooks } from '#outbox/store/looks.ts';
import { sayMistake } from '#outbox/store/mistakes.ts';
import { swapCall } from '#outbox/store/swap.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { createHistory } from '#outbox/store/history.ts';

export type CallJournal = ReturnType<typeof createJournal>;

export interface InItsPlace {
  readonly call: Call;
  readonly scans: readonly ScanNote[];
  readonly operator: string;
  /** Stands with the call that was taken back. @param by - the number of the other one */
  readonly reason: (by: number) => string;
}

/** Creates what the screens do with all calls: look through them, keep some as a file, drop pairs, swap one. */
export function createJournal({ connection, outbox, lanes, told, refuseJustAnswered, lastTold }: AllCalls) {
  const opposites = createOpposites(connection);
  const looked = createLooks(connection);
  return {
    ...createHistory(connection),
    looks: (): Promise<readonly Look[]> => looked.looks(Date.now()),

    /** A person says that he has looked at these answers: it can be taken back for a while. */
    async look(seqs: readonly number[], operator: string): Promise<void> {
      await looked.look(seqs, { operator, id: newId() }, Date.now());
      outbox.rowsChanged();
    },

    async unlook(id: string): Promise<void> {
      await looked.unlook(id, Date.now());
      outbox.rowsChanged();
    },

    pairsAmong: opposites.pairsAmong,

    /** @throws NoPair where one of them has moved on: nothing was changed. */
    async dropPair(
      pair: Pair,
      allowed: readonly Opposites[],
      by: { readonly operator: string; readonly reason: string },
    ): Promise<void> {
      await opposites.dropPair(pair, allowed, by, Date.now());
      outbox.rowsChanged();
    },

    /**
     * Saves a call in the place of one that waits.
     *
     * @param again - also where it was answered a moment ago: a person has said so.
     * @throws IllegalStep, AlreadyQueued: nothing was changed.
     */
    async swap({ seq }: Pick<QueuedCall, 'seq'>, instead: InItsPlace, again: boolean): Promise<number> {
      if (!again) await refuseJustAnswered(instead.call);
      const saved = { ...instead, seq, callId: newId(), told: lastTold() };
      const by = await swapCall(connection, lanes(), saved, Date.now());
      told(by);
      outbox.rowsChanged();
      return by.seq;
    },

    /** Keeps that a finished call was a mistake, and tells it now where a gateway is there. @throws what `sayMistake` does: nothing was kept. */
    async sayMistake(seq: number, operator: string, why: string): Promise<void> {
      await sayMistake(connection, seq, { id: newId(), operator, why }, Date.now());
      outbox.rowsChanged();
      outbox.ask();
    },

    /** These calls as a file for the office; the access key is in no call. */
    async fileOf(seqs: readonly number[], kind: 'json' | 'calls'): Promise<File> {
      const now = Date.now();
      const blob = await exportSome(connection, seqs, kind, now);
      const ending = kind === 'json' ? '.json' : '-calls.csv';
      return new File([blob], `scanline-list-${stamp(now)}${ending}`, { type: blob.type });
    },
  };
}
