import { stamp } from '#ui/files.ts';
import type { Opposites } from '#contract/siteParts.ts';
import type { Connection } from '#outbox/store/database.ts';
import { exportSome } from '#outbox/export/exportRows.ts';
import { createHistory } from '#outbox/store/history.ts';
import { type Pair, createOpposites } from '#outbox/store/opposites.ts';
import type { Outbox } from '#outbox/outbox.ts';

export type Journal = ReturnType<typeof createJournal>;

/** What the screens do with all calls of this handheld: look through them, keep some as a file, drop pairs. */
export function createJournal(connection: Connection, outbox: Pick<Outbox, 'rowsChanged'>) {
  const opposites = createOpposites(connection);
  return {
    ...createHistory(connection),
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

    /** These calls as a file for the office; the access key is in no call. */
    async fileOf(seqs: readonly number[], kind: 'json' | 'calls'): Promise<File> {
      const now = Date.now();
      const { blob } = await exportSome(connection, seqs, kind, now);
      const ending = kind === 'json' ? '.json' : '-calls.csv';
      return new File([blob], `scanline-list-${stamp(now)}${ending}`, { type: blob.type });
    },
  };
}
