import { type CallStands, callOfKey } from '#contract/decision.ts';
import { type DecidedRows, decidedDetail, judgeDecision, nextKey, sayerOf, standsBy } from './deciding.ts';
import type { DecidedRow, Ledger } from './ledger.ts';
import type { GroupCommit } from './sqliteFile.ts';
import type { Statements } from './sqliteSchema.ts';

/** Tells what a call is, with the word that makes it so. */
export function standsIn(statements: Statements, key: string): CallStands {
  return withWord(statements, key, standsBy(rowsOf(statements, key)));
}

/** Creates the part of the ledger in a file that keeps people's decisions. */
export function createDecisions(statements: Statements, { run }: GroupCommit): Pick<Ledger, 'decide' | 'stands'> {
  return {
    stands: async (key) => standsIn(statements, key),

    decide: (decision, at) =>
      run(() => {
        const { id, key, says, version, by } = decision;
        const known = statements.decisionOf.get(id) as { key: string; holds: number } | undefined;
        if (known) return { id, holds: known.holds === 1, stands: standsIn(statements, known.key) };
        const rows = rowsOf(statements, key);
        const { change } = judgeDecision(rows, decision);
        const { asker = null, why = null } = decision;
        const { callId } = callOfKey(key);
        statements.noteDecision.run(id, callId, key, says, version, Number(change !== undefined), by, asker, why, at);
        if (change) {
          const [detail, next] = [decidedDetail({ is: says, by: sayerOf(decision) }), nextKey(key)];
          if (rows.row) statements.decide.run(key, says, change.version, detail, at);
          else statements.enterDecided.run(key, key, at, detail, says, change.version);
          if (change.closes) statements.enterDecided.run(next, key, at, detail, says, change.version);
        }
        return { id, holds: change !== undefined, stands: standsIn(statements, key) };
      }, true),
  };
}

function rowsOf({ decided }: Statements, key: string): DecidedRows {
  const next = nextKey(key);
  const rows = decided.all(key, next) as unknown as readonly (DecidedRow & { readonly key: string })[];
  return { row: rows.find((row) => row.key === key), next: rows.find((row) => row.key === next) };
}

/** Adds who said the word, and why, to what a call is. */
function withWord({ wordOf }: Statements, key: string, stands: Pick<CallStands, 'is' | 'version'>): CallStands {
  if (stands.is === 'open' || stands.is === 'running' || stands.is === 'answered') return stands;
  const word = wordOf.get(callOfKey(key).callId, stands.is, key) as
    | { by: string; asker: string | null; why: string | null }
    | undefined;
  return { ...stands, ...(word && { by: sayerOf(word), ...(word.why !== null && { why: word.why }) }) };
}
