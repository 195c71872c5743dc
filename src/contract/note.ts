/**
 * The limits of what a worker adds to a call beside it, said on the screen before. Words in characters, pictures in bytes and in pixels of
 * the long side. Source: docs/adr/2026-11-30-a-note-and-pictures-of-a-call.md.
 */
export const NOTE_LIMITS = { words: 300, pictures: 3, pictureBytes: 200 * 1024, longSide: 1280 } as const;

/** A few words of a worker about a call, as the ledger is told them. */
export interface CallNote {
  /** Told twice under one id it is one note. */
  readonly id: string;
  /** The idempotency key. */
  readonly key: string;
  readonly text: string;
  /** The worker's id. */
  readonly by: string;
  /** Unix ms, by the handheld's clock. */
  readonly at: number;
}

/** The facts of a picture of a call; its bytes are told beside them. */
export type PictureFacts = Omit<CallNote, 'text'>;

/** The most notes that a handheld tells at once. */
export const MOST_NOTES = 50;

/** The notes that a handheld tells. */
export interface NotesTold {
  readonly notes: readonly CallNote[];
}

/** The ledger's answer to them. One whose call it does not have, or for which it has no room now, is left out and told again. */
export interface NotesHeard {
  /** `kept`: it is on the ledger's disk. `refused`: it never will be. */
  readonly notes: readonly { readonly id: string; readonly is: 'kept' | 'refused' }[];
}

/**
 * The gateway's word about a picture. It is told again where the ledger does not have its call yet (`unknown`), has no room for it now
 * (`no-room`), or nobody answered who knows of pictures (`later`).
 */
export type PictureWord = 'kept' | 'refused' | 'unknown' | 'no-room' | 'later';
