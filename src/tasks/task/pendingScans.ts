import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { scansIn, createKeptList } from './draft.ts';
import type { Draft } from './handheld.ts';
import { createGiven } from '#ui/given.ts';

export type PendingScans = ReturnType<typeof createPendingScans>;

/**
 * Scans that were made where no task was open, oldest first, until a person says what each is. A task takes by itself
 * only the one that was sent to it.
 */
export function createPendingScans(draft: Draft) {
  const { view, set, subscribe } = createKeptList(draft, scansIn);
  let sent: { readonly text: string; readonly path: string } | undefined;

  function put(scan: ScanNote): void {
    set([...view().filter(({ text }) => text !== scan.text), scan]);
  }
  function takeOut(scan: ScanNote | undefined): ScanNote | undefined {
    if (scan) set(view().filter((other) => other !== scan));
    return scan;
  }

  return {
    put,
    /** Puts one that the screen which is opened now takes: a person chose that screen for it, or its code fits no other. */
    send(scan: ScanNote, path: string): void {
      if (!view().includes(scan)) put(scan);
      sent = { text: scan.text, path };
    },
    /** A task has this very code, or it was only the beginning of its pull: nobody need be asked any more what it is. */
    drop(text: string): void {
      if (view().some((scan) => scan.text === text)) set(view().filter((scan) => scan.text !== text));
    },
    take: (): ScanNote | undefined => takeOut(view()[0]),
    /** Gives out what was sent to the screen that opens now. Any screen that opens ends it: the scan then waits. */
    takeSent(path: string): ScanNote | undefined {
      const last = sent;
      sent = undefined;
      return last?.path === path ? takeOut(view().find(({ text }) => text === last.text)) : undefined;
    },
    view,
    subscribe,
  };
}

export const [PendingScansProvider, usePendingScans] = createGiven<PendingScans>();
