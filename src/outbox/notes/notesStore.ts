import { attempt } from '#contract/attempt.ts';
import { NOTE_LIMITS, type PictureFacts } from '#contract/note.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import type { KeptNote, KeptPicture, NotesConnection } from './notesDatabase.ts';
import { MOST_PICTURES_HERE, NoRoomForPictures, TRIED_BYTES } from './pictureRoom.ts';

/** On disk before anybody is told that it is kept. */
const STRICT = { durability: 'strict' } as const;
/** The rows of the index that the ledger does not have. */
const owed = (): IDBKeyRange => IDBKeyRange.bound([1, 0], [1, Number.MAX_SAFE_INTEGER]);
/** The pictures that it does not take and that were taken before a time, Unix ms. */
const refused = (before: number): IDBKeyRange => IDBKeyRange.bound([0, 0], [0, before], false, true);

/** All that was added to a call on this handheld. */
export interface AddedHere {
  readonly note?: KeptNote | undefined;
  /** The first first. */
  readonly pictures: readonly KeptPicture[];
}

/** The id of something that is added, its worker, and the time, Unix ms. */
export interface Adding {
  readonly id: string;
  readonly by: string;
  readonly at: number;
}

export type NotesStore = ReturnType<typeof createNotesStore>;

/** Creates what keeps notes and pictures of calls on this handheld until the ledger has them. No call waits for any of it. */
export function createNotesStore(connection: NotesConnection) {
  return {
    ofCall: (callId: string): Promise<AddedHere> =>
      connection.run(async (database) => {
        const tx = database.transaction(['notes', 'pictures']);
        const [note, pictures] = await Promise.all([
          tx.objectStore('notes').get(callId),
          tx.objectStore('pictures').index('byCall').getAll(callId),
        ]);
        return { note, pictures: [...pictures].sort((one, other) => one.at - other.at) };
      }),

    /** Keeps words about a call. @returns whether they are kept now: the first ones about a call stay. @throws DOMException `QuotaExceededError` */
    keepNote: (call: QueuedCall, text: string, adding: Adding): Promise<boolean> =>
      connection.run(async (database) => {
        const tx = database.transaction('notes', 'readwrite', STRICT);
        const words = { ...ofCall(call, adding), text: text.trim().slice(0, NOTE_LIMITS.words) };
        const isNew = (await tx.store.getKey(call.callId)) === undefined;
        await Promise.all([isNew && tx.store.put(words), tx.done]);
        return isNew;
      }),

    /**
     * Keeps a picture of a call.
     *
     * @returns whether it is kept: a call has three. @throws NoRoomForPictures; DOMException `QuotaExceededError`. Nothing was kept then.
     */
    keepPicture: (call: QueuedCall, jpeg: ArrayBuffer, adding: Adding): Promise<boolean> =>
      connection.run(async (database) => {
        const tx = database.transaction('pictures', 'readwrite', STRICT);
        tx.done.catch(() => undefined); // awaited below
        const [ofIt, here] = await Promise.all([
          tx.store.index('byCall').count(call.callId),
          tx.store.index('byOwed').count(),
        ]);
        if (here >= MOST_PICTURES_HERE) {
          attempt(() => tx.abort());
          throw new NoRoomForPictures(`${here} pictures lie here`);
        }
        const hasRoom = ofIt < NOTE_LIMITS.pictures;
        await Promise.all([hasRoom && tx.store.put({ ...ofCall(call, adding), jpeg }), tx.done]);
        return hasRoom;
      }),

    /** Tells whether there is room beyond a picture's own, by taking it and letting it go at once. */
    async hasRoom(): Promise<boolean> {
      const isTaken = await connection
        .run((database) => database.put('room', randomBytes(TRIED_BYTES), 'tried'))
        .then(
          () => true,
          () => false,
        );
      await connection.run((database) => database.delete('room', 'tried'));
      return isTaken;
    },

    /** Counts the pictures whose bytes lie here: the ledger does not have them. */
    picturesHere: (): Promise<number> => connection.run((database) => database.countFromIndex('pictures', 'byOwed')),

    /** Returns the notes that the ledger does not have, the oldest first. */
    notesOwed: (): Promise<readonly KeptNote[]> =>
      connection.run((database) => database.getAllFromIndex('notes', 'byOwed', owed())),

    /** Returns the ids of such pictures, the oldest first. */
    pictureIdsOwed: (): Promise<readonly string[]> =>
      connection.run((database) => database.getAllKeysFromIndex('pictures', 'byOwed', owed())),

    picture: (id: string): Promise<KeptPicture | undefined> =>
      connection.run((database) => database.get('pictures', id)),

    ...createHearing(connection),
  };
}

/** Creates the part that takes in what the ledger said. */
function createHearing(connection: NotesConnection) {
  return {
    /** Takes in what the ledger said of notes, by their ids. @param now - Unix ms */
    hearNotes: (
      heard: readonly { readonly id: string; readonly is: 'kept' | 'refused' }[],
      now: number,
    ): Promise<void> =>
      connection.run(async (database) => {
        const tx = database.transaction('notes', 'readwrite');
        for (const note of await tx.store.index('byOwed').getAll(owed())) {
          const word = heard.find(({ id }) => id === note.id);
          if (word) void tx.store.put(toldAs(note, word.is, now));
        }
        await tx.done;
      }),

    /** Takes in what the ledger said of a picture: the bytes of one that it has are let go, of one that it does not take later. @param now - Unix ms */
    hearPicture: (id: string, is: 'kept' | 'refused', now: number): Promise<void> =>
      connection.run(async (database) => {
        const tx = database.transaction('pictures', 'readwrite');
        const picture = await tx.store.get(id);
        if (picture) {
          const { jpeg, ...row } = toldAs(picture, is, now);
          void tx.store.put(is === 'kept' || !jpeg ? row : { ...row, jpeg, owed: 0 });
        }
        await tx.done;
      }),

    /** Lets go the bytes of pictures that the ledger does not take; that it does not stays. @param before - Unix ms at which they were taken */
    forgetRefused: (before: number): Promise<void> =>
      connection.run(async (database) => {
        const tx = database.transaction('pictures', 'readwrite');
        for (const picture of await tx.store.index('byOwed').getAll(refused(before))) {
          const { jpeg: _jpeg, owed: _owed, ...row } = picture;
          void tx.store.put(row);
        }
        await tx.done;
      }),
  };
}

/** The most that one call to `getRandomValues` fills, in bytes. Source: Web Cryptography API, 10.1.1. */
const AT_ONCE = 65_536;

/** Returns bytes that no storage stores in less. */
function randomBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += AT_ONCE) crypto.getRandomValues(bytes.subarray(at, at + AT_ONCE));
  return bytes;
}

/** Makes what a note and a picture have in common. */
function ofCall(call: QueuedCall, { id, by, at }: Adding): PictureFacts & Pick<KeptNote, 'callId' | 'owed'> {
  // one that the ledger refuses would never be told
  const who = by === '' ? '?' : by.slice(0, 128);
  return { id, callId: call.callId, key: idempotencyKey(call), by: who, at, owed: 1 };
}

function toldAs<Row extends KeptNote | KeptPicture>({ owed: _owed, ...row }: Row, is: 'kept' | 'refused', now: number) {
  return { ...row, ...(is === 'kept' ? { toldAt: now } : { isRefused: true as const }) } as Row;
}
