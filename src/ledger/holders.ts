import { callOfKey } from '#contract/decision.ts';
import { type Ledger, RETENTION_MS } from './ledger.ts';

/** The standing of somebody to a call: the ledger does not know it, they hold it, or they are a stranger to it. */
type Holding = 'unknown' | 'holder' | 'stranger';

/** The most rows that are forgotten in one go. */
const AT_ONCE = 200;

function statements(table: (name: string) => string) {
  const holders = table('holders');
  return {
    note: `insert into ${holders} (call, asker, at) values ($1, $2, $3) on conflict (call, asker) do nothing`,
    askers: `select asker from ${table('calls')} where key = $1 or key > $2 and key < $3 limit 100`,
    holds: `select call from ${holders} where call = $1 and asker = $2`,
    forget: `delete from ${holders} where call in (select call from ${holders} where at < $1 limit $2) and at < $1`,
  };
}

export type Holders = ReturnType<typeof createHolders>;

/**
 * Makes what the ledger can tell of who holds a call: whoever it was sent for, and whoever has asked under its key with all that is in it since,
 * as a handheld does that took it over with its queue. An asker is a handheld's number, or an address where none is asked for a token.
 */
export function createHolders({ beside, now }: Pick<Ledger, 'beside' | 'now'>) {
  const { run } = beside('holders', statements);
  return {
    /** Notes that somebody has asked under a call's key with its own content. */
    async note(key: string, asker: string): Promise<void> {
      await run('note', callOfKey(key).callId, asker, now());
    },
    /** Tells how somebody stands to a call. One that has never left, by all that is known, is anybody's. */
    async standing(key: string, asker: string): Promise<Holding> {
      const { callId } = callOfKey(key);
      const { rows } = await run('askers', callId, `${callId}.g`, `${callId}.g~`);
      if (rows.length === 0) return 'unknown';
      const askers = rows.flatMap((row) => (row['asker'] === null ? [] : [row['asker']]));
      if (askers.length === 0 || askers.includes(asker)) return 'holder';
      return (await run('holds', callId, asker)).rows.length > 0 ? 'holder' : 'stranger';
    },
    /** Forgets a slice of what is older than calls are kept. @param sure - sure time, Unix ms. */
    forget: async (sure: number): Promise<number> => (await run('forget', sure - RETENTION_MS, AT_ONCE)).count,
  };
}
