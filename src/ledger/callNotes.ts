import { callOfKey } from '#contract/decision.ts';
import { type CallNote, NOTE_LIMITS, type PictureFacts } from '#contract/note.ts';
import { type Ledger, PRUNE_MARGIN_MS, RETENTION_MS } from './ledger.ts';
import { storable } from './statements.ts';

/** Bytes of pictures that a ledger keeps: a site of a hundred handhelds with a hundred pictures a day has a fourth of that. */
const MOST_PICTURE_BYTES = 2 * 1024 * 1024 * 1024;

/** The most rows that are forgotten in one go: pictures are large. */
const AT_ONCE = 50;

/** Whoever tells: the number of an enrolled handheld, or an address. */
interface Asker {
  readonly asker: string;
}

function statements(table: (name: string) => string) {
  const [notes, pictures, calls] = [table('notes'), table('pictures'), table('calls')];
  // They are forgotten when the newest row of their call is.
  const callAt = (told: string): string =>
    `coalesce((select max(received_at) from ${calls} where key = $2 or key > $2 || '.g' and key < $2 || '.g~'), cast(${told} as bigint))`;
  return {
    note: `select id from ${notes} where id = $1`,
    picture: `select id from ${pictures} where id = $1`,
    keepNote: `insert into ${notes} (id, call, key, text, by, asker, said_at, told_at, call_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, ${callAt('$8')} where true on conflict do nothing`,
    keepPicture: `insert into ${pictures} (id, call, key, by, asker, taken_at, told_at, call_at, bytes, jpeg)
      select $1, $2, $3, $4, $5, $6, $7, ${callAt('$7')}, cast($8 as bigint), $9
      where (select count(*) from ${pictures} where call = $2 and asker = $5) < ${NOTE_LIMITS.pictures}
        and (select coalesce(sum(bytes), 0) from ${pictures}) + cast($8 as bigint) <= cast($10 as bigint)
      on conflict do nothing`,
    ofCall: `select count(*) as many from ${pictures} where call = $1 and asker = $2`,
    forgetNotes: `delete from ${notes} where n in (select n from ${notes} where call_at < $1 limit $2)`,
    forgetPictures: `delete from ${pictures} where n in (select n from ${pictures} where call_at < $1 limit $2)`,
  };
}

export type CallNotes = ReturnType<typeof createCallNotes>;

/**
 * Makes what keeps the words and pictures that workers add to calls, each once: they lie beside the calls, and change nothing of them.
 *
 * @param mostBytes - of all pictures. @defaultValue `MOST_PICTURE_BYTES`
 */
export function createCallNotes({ beside, now }: Pick<Ledger, 'beside' | 'now'>, mostBytes = MOST_PICTURE_BYTES) {
  const { run } = beside('notes', statements);
  const isNoteKept = async (id: string): Promise<boolean> => (await run('note', id)).rows.length > 0;
  const isPictureKept = async (id: string): Promise<boolean> => (await run('picture', id)).rows.length > 0;

  return {
    isNoteKept,
    isPictureKept,
    /** Keeps a note, once for each id. @returns `refused`: whoever tells it has told another one about the call. */
    async keepNote({ id, key, text, by, at, asker }: CallNote & Asker): Promise<'kept' | 'refused'> {
      const told = now();
      const { callId } = callOfKey(key);
      const words = [storable(text), storable(by), asker] as const;
      const { count } = await run('keepNote', id, callId, key, ...words, Math.min(at, told), told);
      return count > 0 || (await isNoteKept(id)) ? 'kept' : 'refused';
    },
    /** Keeps a picture, once for each id. @returns `refused`: there are three of that call already. `no-room`: of all calls there are too many. */
    async keepPicture(
      { id, key, by, at, asker }: PictureFacts & Asker,
      jpeg: Uint8Array,
    ): Promise<'kept' | 'refused' | 'no-room'> {
      const told = now();
      const { callId } = callOfKey(key);
      const facts = [storable(by), asker, Math.min(at, told), told, jpeg.byteLength] as const;
      const { count } = await run('keepPicture', id, callId, key, ...facts, jpeg, mostBytes);
      if (count > 0 || (await isPictureKept(id))) return 'kept';
      const [row] = (await run('ofCall', callId, asker)).rows;
      return Number(row?.['many']) >= NOTE_LIMITS.pictures ? 'refused' : 'no-room';
    },
    /** Forgets a slice of what is about calls that are forgotten. @param sure - sure time, Unix ms. */
    async forget(sure: number): Promise<number> {
      const before = sure - RETENTION_MS - PRUNE_MARGIN_MS;
      const notes = await run('forgetNotes', before, AT_ONCE);
      return notes.count + (await run('forgetPictures', before, AT_ONCE)).count;
    },
  };
}
