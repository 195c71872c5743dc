import { stamp } from '#ui/files.ts';
import { DATABASE } from '#outbox/names.ts';
import type { AllCalls } from '#app/core/appState.ts';
import { newId } from '#app/core/newId.ts';
import { type ExportKind, exportRows } from '#outbox/export/exportRows.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { createRescue, documentOfCopies } from '#outbox/handover/rescue.ts';
import type { TakenOver } from '#outbox/handover/takeOver.ts';

/** Export, which needs no working outbox, and hand-over. */
export function createQueueMover({ connection, outbox, lanes, operator, onTaken }: AllCalls) {
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

    /** A file of calls that only this page's memory has any more, to be taken over on any handheld. */
    fileOfCopies(calls: readonly QueuedCall[]): File {
      const now = Date.now();
      return queueFile(documentOfCopies(calls, newId(), operator(), now), now);
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
