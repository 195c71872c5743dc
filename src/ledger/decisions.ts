import { type CallStands, type TakenDecision, callOfKey } from '#contract/decision.ts';
import { type DecidedRows, decidedDetail, judgeDecision, nextKey, sayerOf, standsBy } from './deciding.ts';
import type { DecidedRow, Ledger, ToldDecision } from './ledger.ts';
import { type StatementsBeside, type StatementsFor, type Steps, storable } from './statements.ts';

/** The statements on people's decisions, as both kinds of database read them. */
export const decisionStatements = ((table, locking) => ({
  // The rows are held until the decision is on disk, the one of the key first: whoever settles one comes after it.
  decidedRows: `select key, state, decided, version from ${table('calls')} where key in ($1, $2) order by key ${locking}`,

  decidedNow: `select key, state, decided, version from ${table('calls')} where key in ($1, $2)`,

  decide: `
    update ${table('calls')} set decided = $2, version = $3,
      detail = case when state = 'received' then $4 else detail end,
      settled_at = case when state = 'received' then $5 else settled_at end,
      state = case when state = 'received' then 'outcome-unknown' else state end
    where key = $1`,

  enterDecided: `
    insert into ${table('calls')} (key, fingerprint, operation, state, received_at, settled_at, detail, decided, version)
    values ($1, coalesce((select fingerprint from ${table('calls')} where key = $2), ''),
      coalesce((select operation from ${table('calls')} where key = $2), ''), 'outcome-unknown', $3, $3, $4, $5, $6)
    on conflict (key) do nothing`,

  noteDecision: `
    insert into ${table('decisions')} (id, call, key, says, version, holds, by, asker, why, said_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing`,

  decisionOf: `select key, holds from ${table('decisions')} where id = $1`,

  // Of a key that was closed it is the word about the key before it.
  wordOf: `
    select by, asker, why from ${table('decisions')}
    where call = $1 and holds and says = $2 and (key = $3 or says in ('done', 'discarded')) order by n desc limit 1`,
})) satisfies StatementsFor<string>;

type DecisionStatement = keyof ReturnType<typeof decisionStatements>;

/** Somebody has entered one of the keys, or told the decision, at this moment: it is to be judged anew. */
class CameBetween extends Error {}

/** Creates the part of a ledger that keeps people's decisions, of all its gateways in one order. */
export function createDecisions(beside: StatementsBeside): Pick<Ledger, 'decide' | 'stands'> {
  const statements = beside('decisions', decisionStatements);
  return {
    async stands(key) {
      const steps = standsSteps(key);
      let step = steps.next();
      while (!step.done) step = steps.next(await statements.run(...step.value));
      return step.value;
    },

    async decide(decision, at) {
      for (;;) {
        try {
          return await statements.inTransaction(() => decideSteps(decision, at));
        } catch (error) {
          if (!(error instanceof CameBetween)) throw error;
        }
      }
    },
  };
}

function* decideSteps(decision: ToldDecision, at: number): Steps<DecisionStatement, TakenDecision> {
  const { id, key, says, version, asker = null } = decision;
  const [by, why = null] = [storable(decision.by), decision.why && storable(decision.why)];
  const rows = rowsIn(key, (yield ['decidedRows', key, nextKey(key)]).rows);
  const [known] = (yield ['decisionOf', id]).rows as readonly { readonly key: string; readonly holds: unknown }[];
  if (known) return { id, holds: Boolean(known.holds), stands: yield* standsSteps(known.key) };
  const { change } = judgeDecision(rows, decision);
  const holds = change !== undefined;
  const said = [says, version, Number(holds), by, asker, why, at] as const;
  if ((yield ['noteDecision', id, callOfKey(key).callId, key, ...said]).count === 0) throw new CameBetween();
  if (change) {
    const detail = decidedDetail({ is: says, by: sayerOf({ by, asker }) });
    if (rows.row) yield ['decide', key, says, change.version, detail, at];
    for (const entered of [...(rows.row ? [] : [key]), ...(change.closes ? [nextKey(key)] : [])]) {
      const { count } = yield ['enterDecided', entered, key, at, detail, says, change.version];
      if (count === 0) throw new CameBetween();
    }
  }
  return { id, holds, stands: yield* standsSteps(key) };
}

/** Reads what a call is, with the word that makes it so. */
export function* standsSteps(key: string): Steps<DecisionStatement, CallStands> {
  const stands = standsBy(rowsIn(key, (yield ['decidedNow', key, nextKey(key)]).rows));
  if (stands.is === 'open' || stands.is === 'running' || stands.is === 'answered') return stands;
  const { rows } = yield ['wordOf', callOfKey(key).callId, stands.is, key];
  const [word] = rows as readonly { readonly by: string; readonly asker: string | null; readonly why: string | null }[];
  return { ...stands, ...(word && { by: sayerOf(word), ...(word.why !== null && { why: word.why }) }) };
}

function rowsIn(key: string, found: readonly unknown[]): DecidedRows {
  const rows = found as readonly (DecidedRow & { readonly key: string })[];
  return { row: rows.find((row) => row.key === key), next: rows.find((row) => row.key !== key) };
}
