import { attempt } from '#contract/attempt.ts';
import { localKeys } from './localKeys.ts';
import type { Keep } from '#device/vault.ts';

/** The last note of what the storage held, where it holds less now. */
export interface Loss {
  /** Calls that were not answered yet. */
  readonly open: number;
  /** Number of the last call that was saved. */
  readonly seq: number;
  /** Unix ms of the last note. */
  readonly at: number;
}

interface Note extends Loss {
  readonly id: string;
}

const NAME = 'storage-id';

/**
 * Notices that the browser has emptied or replaced the storage in which the outbox is.
 *
 * The database carries an id; a note of it, and of how far the numbers had come, lies in another kind of storage: Chromium
 * resets a database alone, for instance after a full disk. A page that is open knows its last note by itself as well, so
 * that it notices where both are emptied at once; what no page has seen is noticed by nobody then.
 *
 * @param notes - such as `localStorage`; what it throws is passed over.
 */
export function createCanary(
  keep: Keep,
  notes: Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number,
  newId: () => string,
) {
  let id: string | undefined;
  let isLost = false;
  /** The last note of this page. */
  let noted: Note | undefined;
  /** True once it is emptied on purpose. */
  let isReleased = false;
  /** Times that the storage was opened anew. */
  let era = 0;

  /** Notes what the storage holds. Cheap: it is called after each save. */
  function write(seq: number, open: number): void {
    if (id === undefined || isLost || isReleased) return; // a loss stays noted until somebody has read of it
    noted = { id, seq, open, at: now() };
    keepNote(noted);
  }

  function keepNote(note: Note): void {
    attempt(() => notes.setItem(localKeys.canary, JSON.stringify(note))); // no room or none allowed: the outbox does not depend on it
  }

  function read(): Note | undefined {
    return attempt(() => JSON.parse(notes.getItem(localKeys.canary) ?? 'null') as Note | undefined);
  }

  async function ownId(): Promise<string> {
    const kept = (await keep.read(NAME)) as string | undefined;
    if (kept !== undefined) return kept;
    const fresh = newId();
    await keep.write(NAME, fresh);
    return fresh;
  }

  return {
    /**
     * Compares what is there with what was noted.
     *
     * @param newest - number of the newest call that is there; 0 where there is none.
     * @returns what was lost, until `acknowledge`; `overtaken` where the storage was opened anew meanwhile: what was seen
     *   may be the old one's, and nothing is concluded from it.
     */
    async check(newest: number): Promise<Loss | undefined | 'overtaken'> {
      const seen = [read(), noted];
      const before = era;
      const own = await ownId();
      if (before !== era) return 'overtaken';
      id = own;
      if (isReleased) return undefined;
      const loss = seen.find((note) => note && note.seq > 0 && (note.id !== own || note.seq > newest));
      isLost = loss !== undefined;
      if (!loss) return undefined;
      keepNote(loss); // the next page is to know it too
      return { open: loss.open, seq: loss.seq, at: loss.at };
    },
    note: write,
    /** Notes nothing more before the next look: what is there may be another storage. */
    hold(): void {
      era += 1;
      id = undefined;
    },
    /** The storage is emptied on purpose: nothing is a loss any more. */
    release(): void {
      isReleased = true;
    },
    /** A person has read of the loss: what is there now is what counts. */
    async acknowledge(newest: number, open: number): Promise<void> {
      id = await ownId();
      isLost = false;
      noted = undefined;
      write(newest, open);
    },
  };
}
