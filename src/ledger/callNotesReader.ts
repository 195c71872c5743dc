import { callOfKey } from '#contract/decision.ts';
import { type ReadRow, valuePlaces } from './decisionsReader.ts';

/** A person's words about a call, as they lie in the ledger. */
export interface ReadNote {
  readonly by: string;
  readonly asker: string;
  readonly text: string;
  /** Unix ms, by the handheld's clock, and no later than they were told. */
  readonly at: number;
}

/** A picture of a call. */
export interface ReadPicture extends Omit<ReadNote, 'text'> {
  readonly id: string;
}

/** All that was added to a call beside it, the first first. */
export interface ReadNotes {
  readonly notes: readonly ReadNote[];
  readonly pictures: readonly ReadPicture[];
}

interface NoteTables {
  /** The names of their tables. */
  readonly notes: string;
  readonly pictures: string;
  readonly all: (sql: string, values: readonly (string | number)[]) => Promise<readonly ReadRow[]>;
}

/** Creates the part of the reader that reads what workers added to calls. */
export function createCallNotesReader({ notes, pictures, all }: NoteTables) {
  return {
    /** Returns what was added to these keys' calls, by the ids of those calls that have something. */
    async notesAmong(keys: readonly string[]): Promise<ReadonlyMap<string, ReadNotes>> {
      const calls = [...new Set(keys.map((key) => callOfKey(key).callId))];
      if (calls.length === 0) return new Map();
      const among = `where call in (${valuePlaces(calls)}) order by n`;
      const words = await all(`select call, by, asker, text, said_at as "at" from ${notes} ${among}`, calls);
      const taken = await all(`select call, id, by, asker, taken_at as "at" from ${pictures} ${among}`, calls);
      const of = (rows: readonly ReadRow[], call: string) =>
        rows.filter((row) => row['call'] === call).map(({ call: _call, at, ...rest }) => ({ ...rest, at: Number(at) }));
      const added = calls.map((call) => [call, { notes: of(words, call), pictures: of(taken, call) }] as const);
      const some = added.filter(([, one]) => one.notes.length + one.pictures.length > 0);
      return new Map(some as unknown as readonly (readonly [string, ReadNotes])[]);
    },
    /** Returns a picture's bytes, a JPEG. */
    async picture(id: string): Promise<Uint8Array | undefined> {
      const [row] = await all(`select jpeg from ${pictures} where id = $1`, [id]);
      return row?.['jpeg'] as Uint8Array | undefined;
    },
  };
}
