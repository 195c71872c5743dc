import type { PrintCause } from '#contract/printJob.ts';
import {
  IDS_AT_ONCE,
  type KeptPrint,
  type PrintCounts,
  type PrintStatements,
  type PrintsWanted,
  toKept,
} from './printRows.ts';

/** Makes what reads jobs for whoever asks how they stand. */
export function createPrintsReader({ run }: Pick<PrintStatements, 'run'>) {
  return {
    /** Returns the jobs of some ids; what the ledger does not have is left out. */
    async byIds(ids: readonly string[]): Promise<readonly KeptPrint[]> {
      const found: KeptPrint[] = [];
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const some = ids.slice(at, at + IDS_AT_ONCE);
        const padded = [...some, ...Array.from({ length: IDS_AT_ONCE - some.length }, () => '')];
        found.push(...(await run('some', ...padded)).rows.flatMap((row) => toKept(row) ?? []));
      }
      return found;
    },
    /** Returns the newest jobs that are wanted, at most so many, the newest first. */
    async list(wish: PrintsWanted, limit: number): Promise<readonly KeptPrint[]> {
      const { printer = '', state, call = '', from = 0, until = Number.MAX_SAFE_INTEGER } = wish;
      const before = wish.before ?? Number.MAX_SAFE_INTEGER;
      const { rows } =
        state === 'open'
          ? await run('listOpen', before, printer, call, from, until, limit)
          : await run('list', before, printer, state ?? '', call, from, until, limit);
      return rows.flatMap((row) => toKept(row) ?? []);
    },
    /** Counts the jobs that somebody waits for, by printer. */
    async counts(): Promise<ReadonlyMap<string, PrintCounts>> {
      const counts = new Map<string, PrintCounts>();
      for (const row of (await run('counts')).rows) {
        const [printer, state] = [String(row['printer']), String(row['stands']) as 'queued' | 'sending' | 'unknown'];
        const before = counts.get(printer) ?? { queued: 0, sending: 0, unknown: 0 };
        const since = state === 'queued' && { waitsSince: Number(row['since']) };
        const cause = state !== 'unknown' && row['cause'] !== null && { cause: row['cause'] as PrintCause };
        counts.set(printer, { ...before, [state]: Number(row['many']), ...since, ...cause });
      }
      return counts;
    },
    /** Returns the printers that jobs wait for. */
    waiting: async (): Promise<readonly string[]> => (await run('waiting')).rows.map((row) => String(row['printer'])),
    /** Counts the labels that each printer printed since a time, Unix ms. */
    printedSince: async (since: number): Promise<ReadonlyMap<string, number>> =>
      new Map(
        (await run('printedSince', since)).rows.map((row) => [String(row['printer']), Number(row['many'])] as const),
      ),
  };
}
