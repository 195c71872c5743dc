import { CUT_SHORT } from './ledger.ts';
import { type Run, nameOf } from './postgresCalls.ts';

/** What looking for dead gateways needs. */
export interface LostPorts {
  /** Unix ms. */
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** How long a gateway may be cut off before its calls are of unknown outcome, in milliseconds. */
  readonly graceMs: number;
}

export type Lost = ReturnType<typeof createLost>;

/**
 * Calls whose gateway has lost its lease: it is dead, or cut off for a moment, as every gateway is when a database
 * restarts. Remembers since when this gateway has seen each call without an owner.
 */
export function createLost(run: Run, { now, log, graceMs }: LostPorts) {
  const since = new Map<string, number>();
  const endOne = async (key: string, ticket: number): Promise<boolean> => {
    const { count } = await run('endOwnerless', [key, ticket, now(), CUT_SHORT]);
    since.delete(nameOf(key, ticket));
    return count > 0;
  };
  const isOver = (name: string): boolean => {
    const first = since.get(name) ?? performance.now();
    since.set(name, first);
    return performance.now() - first >= graceMs;
  };

  return {
    /** Whether the call's gateway is at work, or may be. Where not, the call is now of unknown outcome, or was settled. */
    async isAlive(key: string, ticket: number, ownerless: boolean): Promise<boolean> {
      if (!ownerless) {
        since.delete(nameOf(key, ticket));
        return true;
      }
      if (!isOver(nameOf(key, ticket))) return true;
      await endOne(key, ticket);
      return false;
    },
    /** Ends the calls of dead gateways. @param atOnce - nobody else is at work: nothing is waited for. */
    async end(atOnce: boolean): Promise<void> {
      const rows = (await run('ownerless')).rows as readonly { key: string; ticket: string }[];
      const seen = new Set(rows.map(({ key, ticket }) => nameOf(key, ticket)));
      for (const name of since.keys()) if (!seen.has(name)) since.delete(name);
      let ended = 0;
      for (const { key, ticket } of rows) {
        if ((atOnce || isOver(nameOf(key, ticket))) && (await endOne(key, Number(ticket)))) ended += 1;
      }
      if (ended > 0) log(`${ended} call(s) were on their way when a gateway stopped. Their outcome is unknown.`);
    },
  };
}
