import type { PrintCause } from '#contract/printJob.ts';
import type { Ledger } from './ledger.ts';
import {
  A_HANDHELD,
  type PrintSettled,
  type PrintStatements,
  type TakenPrint,
  newTicket,
  toTaken,
} from './printRows.ts';
import { type DatabaseRow, storable } from './statements.ts';

/** A handheld that has a label and says nothing for so long, in milliseconds, is waited for no more. */
export const GRANT_QUIET_MS = 120_000;

/** Makes the way of a job from the queue to its end, for whoever takes it. */
export function createPrintTurns({ run }: PrintStatements, { now, place }: Pick<Ledger, 'now' | 'place'>) {
  const isDone = async (...asked: Parameters<typeof run>): Promise<boolean> => (await run(...asked)).count > 0;
  const taken = async (...asked: Parameters<typeof run>): Promise<TakenPrint | undefined> => {
    try {
      return toTaken((await run(...asked)).rows[0]);
    } catch (error) {
      if (isTwice(error)) return undefined;
      throw error;
    }
  };
  return {
    /** Takes the oldest job that waits for a printer. @param ticket - `newTicket`. @returns `undefined`: there is none, or one is under way. */
    takeNext: async (printer: string, ticket: string): Promise<TakenPrint | undefined> =>
      taken('take', printer, place.number(), ticket),
    /** Gives a job out to the handheld that has its printer. @returns `undefined`: one before it waits or is under way, or it is past that. */
    grant(id: string, labels: number | undefined): Promise<TakenPrint | undefined> {
      place.noteLeft();
      return taken('grant', id, newTicket(), now(), labels ?? null);
    },
    /** Notes that a handheld goes on with what it was given. @returns `false`: it is not this ticket's any more. */
    heardOf: (id: string, ticket: string, cause: PrintCause | undefined): Promise<boolean> =>
      isDone('heard', id, ticket, now(), cause ?? null),
    /**
     * Notes that bytes leave from now on. @returns `false`: it is not this ticket's any more, and none may; or the word took so long that another
     * gateway may have taken this one for dead meanwhile, and somebody may have asked for another copy.
     */
    async mayLeave(id: string, ticket: string, isAgain: boolean): Promise<boolean> {
      place.noteLeft();
      const from = performance.now();
      const may = await isDone('leaves', id, ticket, now(), isAgain ? 1 : 0);
      return may && (place.graceMs === 0 || performance.now() - from < place.graceMs);
    },
    /** Notes what keeps the printer that has it. */
    waitsFor: (id: string, ticket: string, cause: PrintCause | undefined): Promise<boolean> =>
      isDone('waits', id, ticket, cause ?? null),
    noteLabels: (id: string, ticket: string, labels: number): Promise<boolean> => isDone('labels', id, ticket, labels),
    /** Holds a printer for what is no job, such as a test label. @param ticket - `newTicket`. @returns `false`: a job of it is under way. */
    hold: (printer: string, ticket: string): Promise<boolean> => isDone('hold', ticket, printer, place.number(), now()),
    letGo: (ticket: string): Promise<boolean> => isDone('letGo', ticket),
    /** Puts back a job of which no byte left. */
    keptBack: (id: string, ticket: string, cause: PrintCause | undefined, detail?: string): Promise<boolean> =>
      isDone('keptBack', id, ticket, cause ?? null, detail === undefined ? null : storable(detail)),
    /** Settles a job that was taken. @returns `false`: somebody has settled it otherwise. */
    settle(id: string, ticket: string, end: PrintSettled): Promise<boolean> {
      if (end.state === 'printed') return isDone('printed', id, ticket, end.knownBy, now());
      const { state, cause, detail } = end;
      return isDone('ended', id, ticket, state, now(), cause, detail === undefined ? null : storable(detail));
    },
    /** Refuses a job that waits. */
    refuse: (id: string, cause: PrintCause, detail?: string): Promise<boolean> =>
      isDone('refuse', id, cause, detail === undefined ? null : storable(detail), now()),
  };
}

/** Makes what ends jobs of which nobody alive has the ticket. */
export function createPrintsLeftOver({ run }: PrintStatements, { now, place }: Pick<Ledger, 'now' | 'place'>) {
  /** Times since when this gateway has seen jobs without a gateway that has them. */
  const lostSince = new Map<string, number>();
  const isDone = async (...asked: Parameters<typeof run>): Promise<boolean> => (await run(...asked)).count > 0;

  /** Tells whether whoever had a job has been gone for long enough. */
  function isGone({ owner, ticket, ownerless }: DatabaseRow): boolean {
    if (Number(owner) !== place.number() && !ownerless) return false;
    const since = lostSince.get(String(ticket)) ?? performance.now();
    lostSince.set(String(ticket), since);
    return performance.now() - since >= place.graceMs;
  }

  /** Ends one job, where it is left over. @returns whether it stands otherwise now */
  async function endOne(row: DatabaseRow, mine: ReadonlySet<string>): Promise<boolean> {
    const [id, ticket, owner] = [String(row['id']), String(row['ticket']), Number(row['owner'])];
    if (owner === A_HANDHELD) return isDone('quiet', id, ticket, now(), now() - GRANT_QUIET_MS);
    if (mine.has(ticket)) {
      if (owner !== place.number()) await run('own', id, ticket, place.number());
      return false;
    }
    if (!isGone(row)) return false;
    if (Number(row['copy']) === 0) return (await isDone('letGo', id)) && false;
    return (await isDone('backToQueue', id, ticket)) || isDone('cutShort', id, ticket, now());
  }

  return {
    /**
     * Ends what gateways and handhelds have left over: of which no byte left waits again, of the rest nobody knows.
     *
     * @param mine - tickets that this gateway has under way: it keeps them. @returns ids of those that changed.
     */
    async endLeftOver(mine: ReadonlySet<string>): Promise<readonly string[]> {
      const { rows } = await run('under');
      const there = new Set(rows.map(({ ticket }) => String(ticket)));
      for (const ticket of lostSince.keys()) if (!there.has(ticket)) lostSince.delete(ticket);
      const changed: string[] = [];
      for (const row of rows) if (await endOne(row, mine)) changed.push(String(row['id']));
      return changed;
    },
  };
}

/** Tells whether two jobs of one printer would be under way. Source: PostgreSQL's `unique_violation`; SQLite's `SQLITE_CONSTRAINT_UNIQUE`. */
function isTwice(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return code === '23505' || errcode === 2067;
}
