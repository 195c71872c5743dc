import { type DecisionWord, type MistakeWord, callOfKey } from '#contract/decision.ts';
import type { KeptDecision } from './ledger.ts';
import { HOLDS_OF_MISTAKE } from './mistakes.ts';

/** A decision, or a word about a mistake, as it lies in the ledger. */
export type ReadDecision = Omit<KeptDecision, 'says'> & { readonly says: DecisionWord | MistakeWord };

/** A word about a mistake that holds: whose it is, why, and when; Unix ms. */
export type MistakeSaid = Pick<KeptDecision, 'by' | 'asker' | 'why' | 'saidAt'>;

/** A call that was said to be a mistake, with its line of the ledger. */
export interface MistakeFound<Line> {
  readonly key: string;
  readonly said: MistakeSaid;
  /** The desk's word about it; absent: it is open. */
  readonly settled?: MistakeSaid & { readonly says: Exclude<MistakeWord, 'mistake'> };
  /** Absent: the ledger does not have the call. */
  readonly line?: Line;
}

/** A decision in force: whose it is, why, and when; Unix ms. */
export type DecisionSaid = MistakeSaid & { readonly says: DecisionWord };

/** A decision that the desk has made, and when; Unix ms. */
export interface DeskWord {
  readonly says: DecisionWord;
  readonly saidAt: number;
}

/** The words about mistakes that nobody has settled; the name of their table stands for `d`. */
export const openMistakesIn = (
  decisions: string,
): string => `${decisions} as d where says = 'mistake' and ${HOLDS_OF_MISTAKE}
  and not exists (select 1 from ${decisions} as e where e.call = d.call and e.holds and e.says in ('put-right', 'no-mistake'))`;

/** Returns the names of so many values in a statement, `$1` for the first of all. @param before - the values that stand before theirs */
export function valuePlaces(values: readonly unknown[], before = 0): string {
  return values.map((_, at) => `$${at + 1 + before}`).join() || 'null';
}

export type ReadRow = Readonly<Record<string, unknown>>;

interface DecisionTables<Line> {
  /** The name of the calls' table, and of that of decisions. */
  readonly name: string;
  readonly decisions: string;
  readonly all: (sql: string, values: readonly (string | number)[]) => Promise<readonly ReadRow[]>;
  /** Reads the lines of calls. */
  readonly linesOf: (keys: readonly string[]) => Promise<readonly Line[]>;
}

/** Creates the part of the reader that reads what people said of calls. */
export function createDecisionsReader<Line extends { readonly key: string }>({
  name,
  decisions,
  all,
  linesOf,
}: DecisionTables<Line>) {
  type LedgerMistake = MistakeFound<Line>;

  /** Gives each call that was said to be a mistake its line. */
  async function withLines(mistakes: readonly LedgerMistake[]): Promise<readonly LedgerMistake[]> {
    if (mistakes.length === 0) return [];
    const found = await linesOf(mistakes.map(({ key }) => key));
    return mistakes.map((one) => {
      const line = found.find(({ key }) => key === one.key);
      return { ...one, ...(line && { line }) };
    });
  }

  /** Returns those of these calls' keys that were said to be a mistake, settled or not. */
  async function mistakesAmong(keys: readonly string[]): Promise<readonly LedgerMistake[]> {
    if (keys.length === 0) return [];
    const sql = `select call, key, says, by, asker, why, said_at as "saidAt" from ${decisions}
      where ${HOLDS_OF_MISTAKE} and call in (${valuePlaces(keys)})`;
    const rows = await all(
      sql,
      keys.map((key) => callOfKey(key).callId),
    );
    const wordsOf = (row: ReadRow) => rows.filter(({ call }) => call === row['call']);
    return rows.flatMap((row) => {
      const key = String(row['key']);
      if (row['says'] !== 'mistake' || !keys.includes(key)) return [];
      const settled = wordsOf(row).find(({ says }) => says !== 'mistake');
      const says = settled?.['says'] as Exclude<MistakeWord, 'mistake'>;
      return [{ key, said: sayingOf(row), ...(settled && { settled: { says, ...sayingOf(settled) } }) }];
    });
  }

  return {
    /** Returns the decisions about a key's call, in the order in which they came: each that was told, and whether it holds. */
    async decisionsOf(key: string): Promise<readonly ReadDecision[]> {
      const sql = `select id, key, says, version, holds, by, asker, why, said_at as "saidAt" from ${decisions} where call = $1 order by n`;
      const rows = await all(sql, [callOfKey(key).callId]);
      return rows.map(({ id, key: of, says, version, holds, ...saying }) => ({
        ...({ id, key: of, says, version } as Pick<ReadDecision, 'id' | 'key' | 'says' | 'version'>),
        holds: Boolean(holds),
        ...sayingOf(saying),
      }));
    },
    /** Returns the decisions in force of those of these keys about which somebody has decided. */
    async decisionsAmong(keys: readonly string[]): Promise<ReadonlyMap<string, DecisionSaid>> {
      if (keys.length === 0) return new Map();
      const calls = [...new Set(keys.map((key) => callOfKey(key).callId))];
      const sql = `select key, says, by, asker, why, said_at as "saidAt" from ${decisions}
        where call in (${valuePlaces(calls)}) and holds and says not in ('mistake', 'put-right', 'no-mistake') order by n`;
      const wanted = new Set(keys);
      const found = (await all(sql, calls)).filter(({ key }) => wanted.has(String(key)));
      return new Map(found.map((row) => [String(row['key']), { says: row['says'] as DecisionWord, ...sayingOf(row) }]));
    },
    /** Returns the newest calls that were said to be a mistake and that nobody has settled. @param askers - absent: whoever said it. */
    async openMistakes(limit: number, askers?: readonly string[]): Promise<readonly LedgerMistake[]> {
      const among = askers === undefined ? '' : ` and asker in (${valuePlaces(askers, 1)})`;
      const sql = `select key, by, asker, why, said_at as "saidAt" from ${openMistakesIn(decisions)}${among} order by n desc limit $1`;
      const found = await all(sql, [limit, ...(askers ?? [])]);
      return withLines(found.map((row) => ({ key: String(row['key']), said: sayingOf(row) })));
    },
    /** Returns such a call with its line; `undefined`: it was not said to be a mistake. */
    async mistakeOf(key: string): Promise<LedgerMistake | undefined> {
      return (await withLines(await mistakesAmong([key])))[0];
    },
    /** Returns the decisions in force that the desk has made after a time, Unix ms, by who asked for the call: a handheld's number, or an address. */
    async decidedAtDesk(since: number): Promise<ReadonlyMap<string, readonly DeskWord[]>> {
      const sql = `select c.asker, d.says, d.said_at as "saidAt" from ${decisions} d join ${name} c on c.key = d.key
        where d.said_at > $1 and d.asker is null and d.holds and d.says in ('done', 'not-done') and c.asker is not null`;
      const words = new Map<string, DeskWord[]>();
      for (const { asker, says, saidAt } of await all(sql, [since])) {
        const word = { says: says as DecisionWord, saidAt: Number(saidAt) };
        words.set(String(asker), [...(words.get(String(asker)) ?? []), word]);
      }
      return words;
    },
    mistakesAmong,
  };
}

/** Makes who said a word, why and when, of a row. */
function sayingOf({ by, asker, why, saidAt }: ReadRow): MistakeSaid {
  return {
    by: String(by),
    saidAt: Number(saidAt),
    ...(typeof asker === 'string' && { asker }),
    ...(typeof why === 'string' && { why }),
  };
}
