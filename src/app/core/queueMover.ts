import { stamp } from '#ui/files.ts';
import { DATABASE } from '#outbox/names.ts';
import { newId } from './ports.ts';
import type { Lanes } from '#contract/call.ts';
import type { Connection } from '#outbox/store/database.ts';
import { type ExportKind, exportRows } from '#outbox/export/exportRows.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { createRescue } from '#outbox/handover/rescue.ts';
import type { TakenOver } from '#outbox/handover/takeOver.ts';

export type QueueMover = ReturnType<typeof createQueueMover>;

/** Export, which needs no working outbox, and hand-over. @param onTaken - gets the number of the newest call */
export function createQueueMover(
  connection: Connection,
  outbox: Pick<Outbox, 'rowsChanged' | 'newest'>,
  lanes: () => Lanes,
  operator: () => string,
  onTaken: (newest: number) => void,
) {
  const rescue = createRescue(connection, lanes);

  async function changing<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    outbox.rowsChanged();
    return result;
  }

  return {
    /** A file for the office. @throws Error where the storage cannot be read. */
    async exportFile(kind: ExportKind): Promise<File> {
      const now = Date.now();
      const blob = await exportRows(DATABASE, kind, now);
      const ending = { json: '.json', calls: '-calls.csv', tries: '-tries.csv' }[kind];
      return new File([blob], `scanline-export-${stamp(now)}${ending}`, { type: blob.type });
    },

    /** @returns the name of the hand-over, or `undefined` where nothing was open. @throws StillSending */
    async handOver(): Promise<string | undefined> {
      const id = newId();
      return (await changing(rescue.handOver(id, operator(), Date.now()))) === 0 ? undefined : id;
    },

    document: rescue.document,
    handOvers: rescue.handOvers,
    takeBack: (id: string) => changing(rescue.takeBack(id, operator(), Date.now())),
    /** @throws UnreadableQueue: nothing was written. */
    async takeOver(text: string): Promise<TakenOver> {
      const taken = await changing(rescue.takeOver(text, Date.now()));
      await outbox.newest().then(onTaken, () => undefined); // said once too often is all that comes of it
      return taken;
    },
  };
}

/** A hand-over's document as a file. @param at - Unix ms of the hand-over. */
export function queueFile(text: string, at: number): File {
  return new File([text], `scanline-queue-${stamp(at)}.json`, { type: 'application/json' });
}
