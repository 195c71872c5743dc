import type { PrintKnown, PrintsHeard } from '#wire/prints.ts';
import { type KeptPrint, toldPrint } from '#ledger/printRows.ts';
import type { Prints } from '#ledger/prints.ts';

/** Milliseconds after which jobs are read again that another gateway may have changed. */
const READ_EVERY_MS = 2_000;
/** The most that wait at once; whoever comes then is told at once. */
const MOST_WAITING = 1_000;

export type PrintWatch = ReturnType<typeof createPrintWatch>;

/** Makes what tells how jobs stand, as soon as one of them stands otherwise than is known. @param isShared - other gateways change jobs too. */
export function createPrintWatch(prints: Pick<Prints, 'byIds'>, isShared: boolean) {
  const waiting = new Set<{ readonly ids: ReadonlySet<string>; readonly wake: () => void }>();
  let isOver = false;

  /** Waits for a change of one of the jobs, at most so long. */
  const changes = (ids: ReadonlySet<string>, ms: number, gone: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', done);
        waiting.delete(one);
        resolve();
      };
      const one = { ids, wake: done };
      const timer = setTimeout(done, ms);
      gone.addEventListener('abort', done);
      waiting.add(one);
    });

  return {
    /** Told of jobs that stand otherwise. */
    changed(ids: readonly string[]): void {
      for (const one of waiting) if (ids.some((id) => one.ids.has(id))) one.wake();
    },
    /** Tells how jobs stand: at once where one is not as it is known, else when one changes, or the time is over. @param gone - nobody waits any more. @throws where the ledger is away */
    async heard(known: readonly PrintKnown[], waitMs: number, gone: AbortSignal): Promise<PrintsHeard> {
      const ids = new Set(known.map(({ id }) => id));
      const until = performance.now() + (waiting.size < MOST_WAITING ? waitMs : 0);
      for (;;) {
        const found = await prints.byIds([...ids]);
        const left = until - performance.now();
        if (left <= 0 || isOver || gone.aborted || known.some((one) => isOther(one, found))) return toHeard(ids, found);
        await changes(ids, isShared ? Math.min(left, READ_EVERY_MS) : left, gone);
      }
    },
    /** Tells all who wait, and lets nobody wait any more. */
    close(): void {
      isOver = true;
      for (const { wake } of waiting) wake();
    },
  };
}

function isOther(known: PrintKnown, found: readonly KeptPrint[]): boolean {
  const job = found.find(({ id }) => id === known.id);
  return job?.state !== known.state || job.cause !== known.cause || job.decided !== known.decided;
}

function toHeard(ids: ReadonlySet<string>, found: readonly KeptPrint[]): PrintsHeard {
  const there = new Set(found.map(({ id }) => id));
  return { jobs: found.map(toldPrint), gone: [...ids].filter((id) => !there.has(id)) };
}
