import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { CallNote, PictureFacts } from '#contract/note.ts';
import { NOTES_DATABASE } from '#outbox/names.ts';

/** The state of a note or a picture that lies here. */
interface Owing {
  readonly callId: string;
  /** 1 as long as the ledger does not have it, 0 as long as the bytes of a picture lie here that it does not take; for the index. */
  readonly owed?: 0 | 1;
  /** Unix ms at which the ledger had it. */
  readonly toldAt?: number;
  /** The ledger does not take it: this stays as long as the call. */
  readonly isRefused?: true;
}

/** A worker's words about a call; a call has one note here. */
export interface KeptNote extends CallNote, Owing {}

/** A picture of a call. */
export interface KeptPicture extends PictureFacts, Owing {
  /** A JPEG; gone once the ledger has it, or has not taken it for long. */
  readonly jpeg?: ArrayBuffer;
}

interface NotesSchema extends DBSchema {
  notes: { key: string; value: KeptNote; indexes: { byOwed: [0 | 1, number] } };
  pictures: { key: string; value: KeptPicture; indexes: { byCall: string; byOwed: [0 | 1, number] } };
  /** Bytes that are written to see whether there is room for them, and deleted at once. */
  room: { key: 'tried'; value: Uint8Array };
}

export type NotesDatabase = IDBPDatabase<NotesSchema>;

/**
 * The one connection to what was added to calls: a database of its own, so that no write of a call waits for the bytes of a picture, and
 * the outbox's stays as it is. Opened at its first use; given up where it is to be deleted, or the browser took it away.
 */
export function connectNotes(name: string = NOTES_DATABASE) {
  let opening: Promise<NotesDatabase> | undefined;

  async function open(): Promise<NotesDatabase> {
    const mine = openDB<NotesSchema>(name, 1, {
      upgrade(database) {
        const notes = database.createObjectStore('notes', { keyPath: 'callId' });
        notes.createIndex('byOwed', ['owed', 'at']);
        const pictures = database.createObjectStore('pictures', { keyPath: 'id' });
        pictures.createIndex('byCall', 'callId');
        pictures.createIndex('byOwed', ['owed', 'at']);
        database.createObjectStore('room');
      },
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close(); // this handheld is reset, or a newer page upgrades
        forget(mine);
      },
      terminated: () => forget(mine),
    });
    opening = mine;
    mine.catch(() => forget(mine));
    return mine;
  }

  function forget(dead: Promise<NotesDatabase>): void {
    if (opening === dead) opening = undefined;
  }

  return {
    /** Runs `use` on an open database; one that was closed under it is opened again, once. */
    async run<T>(use: (database: NotesDatabase) => Promise<T>): Promise<T> {
      const mine = opening ?? open();
      try {
        return await use(await mine);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw error;
        forget(mine);
        return use(await open());
      }
    },
    close(): void {
      void opening?.then((database) => database.close()).catch(() => undefined);
      opening = undefined;
    },
  };
}

export type NotesConnection = ReturnType<typeof connectNotes>;
