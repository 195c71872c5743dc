import type { Pool } from 'pg';
import { type CallStands, type TakenDecision, callOfKey } from '#contract/decision.ts';
import { type DecidedRows, decidedDetail, judgeDecision, nextKey, sayerOf, standsBy } from './deciding.ts';
import type { DecidedRow, Ledger, ToldDecision } from './ledger.ts';
import { type Run, sql, storable } from './postgresCalls.ts';
import { inTransaction, runNamed } from './postgresConnection.ts';

/** Somebody has entered one of the keys, or told the decision, at this moment: it is to be judged anew. */
class CameBetween extends Error {}

/** Creates the part of the ledger in a database that keeps people's decisions, of all gateways in one order. */
export function createDecisions(pool: Pool, run: Run): Pick<Ledger, 'decide' | 'stands'> {
  return {
    stands: (key) => readStands(run, key),

    async decide(decision, at) {
      for (;;) {
        try {
          return await inTransaction(pool, (client) =>
            decideIn((name, values = []) => runNamed(client, name, sql[name], values), decision, at),
          );
        } catch (error) {
          if (!(error instanceof CameBetween)) throw error;
        }
      }
    },
  };
}

async function decideIn(run: Run, decision: ToldDecision, at: number): Promise<TakenDecision> {
  const { id, key, says, version, asker = null, why } = decision;
  const by = storable(decision.by);
  const rows = rowsIn(key, (await run('decidedRows', [key, nextKey(key)])).rows);
  const [known] = (await run('decisionOf', [id])).rows as readonly { key: string; holds: boolean }[];
  if (known) return { id, holds: known.holds, stands: await readStands(run, known.key) };
  const { change } = judgeDecision(rows, decision);
  const said = [says, version, change !== undefined, by, asker, why === undefined ? null : storable(why), at];
  if ((await run('noteDecision', [id, callOfKey(key).callId, key, ...said])).count === 0) throw new CameBetween();
  if (change) {
    const detail = decidedDetail({ is: says, by: sayerOf({ by, asker }) });
    const enter = async (entered: string): Promise<void> => {
      const { count } = await run('enterDecided', [entered, key, at, detail, says, change.version]);
      if (count === 0) throw new CameBetween();
    };
    if (rows.row) await run('decide', [key, says, change.version, detail, at]);
    else await enter(key);
    if (change.closes) await enter(nextKey(key));
  }
  return { id, holds: change !== undefined, stands: await readStands(run, key) };
}

/** Reads what a call is, with the word that makes it so. */
export async function readStands(run: Run, key: string): Promise<CallStands> {
  const stands = standsBy(rowsIn(key, (await run('decidedNow', [key, nextKey(key)])).rows));
  if (stands.is === 'open' || stands.is === 'running' || stands.is === 'answered') return stands;
  const { rows } = await run('wordOf', [callOfKey(key).callId, stands.is, key]);
  const [word] = rows as readonly { readonly by: string; readonly asker: string | null; readonly why: string | null }[];
  return { ...stands, ...(word && { by: sayerOf(word), ...(word.why !== null && { why: word.why }) }) };
}

function rowsIn(key: string, found: readonly unknown[]): DecidedRows {
  const rows = found as readonly (DecidedRow & { readonly key: string })[];
  return { row: rows.find((row) => row.key === key), next: rows.find((row) => row.key !== key) };
}
