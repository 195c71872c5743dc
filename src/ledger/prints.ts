import { callOfKey } from '#contract/decision.ts';
import { type PrintCause, printIdOf } from '#contract/printJob.ts';
import { type Ledger, PRUNE_MARGIN_MS, RETENTION_MS } from './ledger.ts';
import {
  type AnotherCopy,
  type KeptPrint,
  type NewPrint,
  type PrintStatements,
  printStatements,
  columnText,
  toKept,
} from './printRows.ts';
import { createPrintTurns, createPrintsLeftOver } from './printTurns.ts';
import { createPrintsReader } from './printsReader.ts';
import { type Steps, storable } from './statements.ts';

/** The most rows that are forgotten in one go. */
const AT_ONCE = 200;

export type Prints = ReturnType<typeof createPrints>;

/**
 * Makes what keeps the jobs that put labels of calls on paper. Each step is on disk when it resolves, and is taken only from the state that it
 * goes out from, by the ticket of whoever has the job: of several gateways one does it. Source: docs/adr/2026-11-30-a-label-comes-out-once.md.
 */
export function createPrints(ledger: Pick<Ledger, 'beside' | 'now' | 'place'>) {
  const statements = ledger.beside('prints', printStatements);
  const { run } = statements;
  return {
    ...createPrintTurns(statements, ledger),
    ...createPrintsLeftOver(statements, ledger),
    ...createPrintWords(statements, ledger),
    ...createPrintsReader(statements),
    /** Returns the operation of a call; empty: the ledger does not have it. */
    operationOf: async (call: string): Promise<string> =>
      columnText((await run('operation', call)).rows[0]?.['operation']),
    /** Forgets a slice of the jobs of calls that are forgotten. @param sure - sure time, Unix ms. */
    forget: async (sure: number): Promise<number> =>
      (await run('forget', sure - RETENTION_MS - PRUNE_MARGIN_MS, AT_ONCE)).count,
  };
}

/** Makes what people say of jobs: one is wanted, came out, is wanted again, is taken back, or goes elsewhere. */
function createPrintWords({ run, inTransaction }: PrintStatements, { now }: Pick<Ledger, 'now'>) {
  const one = async (id: string): Promise<KeptPrint | undefined> => toKept((await run('one', id)).rows[0]);
  const isDone = async (...asked: Parameters<typeof run>): Promise<boolean> => (await run(...asked)).count > 0;

  function* adding(job: NewPrint): Steps<keyof ReturnType<typeof printStatements>, KeptPrint | undefined> {
    const { call, copy, refused, isUnknown } = job;
    const [id, before] = [printIdOf(call, copy), printIdOf(call, copy - 1)];
    const what = [job.operation, job.printer, job.asker, storable(job.worker)] as const;
    const state = isUnknown ? 'unknown' : refused ? 'refused' : 'queued';
    const why = [
      isUnknown ? 'stopped' : (refused?.cause ?? job.waitsFor ?? null),
      refused?.detail === undefined ? null : storable(refused.detail),
    ] as const;
    yield ['add', id, call, copy, ...what, state, ...why, before, now(), callOfKey(call).callId, job.labels ?? null];
    return toKept((yield ['one', id]).rows[0]);
  }

  return {
    one,
    /** Makes a job, once for each copy of a call's label. @returns the job that there is now; `undefined`: nobody has decided on the copy before it. */
    add: (job: NewPrint): Promise<KeptPrint | undefined> => inTransaction(() => adding(job)),
    /** Says that a job of which nobody knows came out. */
    async cameOut(id: string, by: string): Promise<KeptPrint | undefined> {
      return (await isDone('cameOut', id, storable(by))) ? one(id) : undefined;
    },
    /**
     * Asks for another copy of a job of which nobody knows: that one is lost then. Asked twice it is one copy. One that is known to be printed by
     * now, or by somebody else's word, has none: whoever asks saw it as it was before.
     */
    again: (id: string, by: string, wish: AnotherCopy = {}): Promise<KeptPrint | undefined> =>
      inTransaction(function* () {
        const job = toKept((yield ['one', id]).rows[0]);
        if (job?.state !== 'unknown') return undefined;
        if (job.decided === undefined) yield ['lost', id, storable(by)];
        return yield* adding({ ...job, ...wish, copy: job.copy + 1, labels: undefined });
      }),
    /** Takes a job out that has not begun. */
    async takeBack(id: string, by: string): Promise<KeptPrint | undefined> {
      return (await isDone('takeBack', id, storable(by), now())) ? one(id) : undefined;
    },
    /** Has a job that has not begun go to another printer. */
    async move(id: string, by: string, printer: string, waitsFor?: PrintCause): Promise<KeptPrint | undefined> {
      return (await isDone('move', id, storable(by), printer, waitsFor ?? null)) ? one(id) : undefined;
    },
  };
}
