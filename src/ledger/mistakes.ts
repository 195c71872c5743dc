import { type Mistake, type MistakeStands, type MistakeWord, callOfKey } from '#contract/decision.ts';
import { sayerOf } from './deciding.ts';
import type { Ledger } from './ledger.ts';
import { storable } from './statements.ts';

/** A word about a call's mistake, as the ledger is told it. */
export interface ToldMistake extends Mistake {
  readonly says: MistakeWord;
  /** For whom it is told: the number of an enrolled handheld, or an address; absent: the desk. */
  readonly asker?: string;
}

/** A word of the table as it stands there. */
type FoundWord = Readonly<Record<'says' | 'by', string>> & Readonly<Record<'asker' | 'why', string | null>>;

/** The condition of the index by which such words are found, as it says it: one word of either kind holds for a call. */
export const HOLDS_OF_MISTAKE = `holds and says in ('mistake', 'put-right', 'no-mistake')`;

function statements(table: (name: string) => string) {
  const decisions = table('decisions');
  const noted = `insert into ${decisions} (id, call, key, says, version, holds, by, asker, why, said_at)`;
  return {
    known: `select id from ${decisions} where id = $1`,
    // The index keeps a second one out, whichever gateway it comes to.
    say: `${noted} values ($1, $2, $3, $4, 0, true, $5, $6, $7, $8) on conflict do nothing`,
    settle: `${noted} select $1, call, key, $4, 0, true, $5, $6, $7, $8 from ${decisions}
      where call = $2 and key = $3 and says = 'mistake' and ${HOLDS_OF_MISTAKE} on conflict do nothing`,
    late: `${noted} values ($1, $2, $3, $4, 0, false, $5, $6, $7, $8) on conflict do nothing`,
    words: `select says, by, asker, why from ${decisions} where call = $1 and ${HOLDS_OF_MISTAKE}`,
  };
}

export type Mistakes = ReturnType<typeof createMistakes>;

/** Makes what keeps the words about mistakes, of all gateways of a ledger each once: they lie beside the calls, and change nothing of them. */
export function createMistakes({ beside, now }: Pick<Ledger, 'beside' | 'now'>) {
  const { run } = beside('mistakes', statements);

  /** Tells how a call's mistake stands; `undefined`: nobody has said that it was one. */
  async function stands(key: string): Promise<MistakeStands | undefined> {
    const found = (await run('words', callOfKey(key).callId)).rows as unknown as readonly FoundWord[];
    const word = found.find(({ says }) => says !== 'mistake') ?? found[0];
    return word && { is: word.says as MistakeWord, by: sayerOf(word), ...(word.why !== null && { why: word.why }) };
  }

  const isKept = async (id: string): Promise<boolean> => (await run('known', id)).rows.length > 0;

  return {
    stands,
    /** Tells whether a word is kept, by its id. */
    isKept,
    /** Keeps a word, once for each id. @returns whether it holds, where it is new; the first one does. */
    async say({ id, key, says, by, why, asker }: ToldMistake): Promise<{ readonly holds: boolean } | undefined> {
      if (await isKept(id)) return undefined;
      const said = [by, asker ?? null, why ?? null].map((text) => text && storable(text));
      const word = [id, callOfKey(key).callId, key, says, ...said, now()] as const;
      const { count } = await run(says === 'mistake' ? 'say' : 'settle', ...word);
      if (count === 0) await run('late', ...word);
      return { holds: count > 0 };
    },
  };
}
