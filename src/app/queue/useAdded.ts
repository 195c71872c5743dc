import { useEffect, useState } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import type { NotesHere } from '#app/core/notesHere.ts';
import type { AddedHere } from '#outbox/notes/notesStore.ts';

/** All that was added to a call here, as it stands now. */
export interface AddedNow extends AddedHere {
  /** The gateway had no room for a picture of it when it was last asked. */
  readonly isCrowded: boolean;
}

/** Gives what was added to a call, and what adds to it; absent until they are loaded. */
export function useAdded(callId: string): { readonly added?: AddedNow; readonly notes?: NotesHere } {
  const { notes: door } = useAppState();
  const [notes, setNotes] = useState<NotesHere>();
  const [added, setAdded] = useState<AddedNow>();
  useEffect(() => {
    let isOver = false;
    door.here().then(
      (loaded) => !isOver && setNotes(loaded),
      () => undefined, // its file is not there now: nothing can be added
    );
    return () => void (isOver = true);
  }, [door]);
  useEffect(() => {
    if (!notes) return undefined;
    let isOver = false;
    async function read({ ofCall, isCrowded }: NotesHere): Promise<void> {
      const found = await ofCall(callId).catch(() => ({ pictures: [] }));
      const isFull = found.pictures.some(({ id }) => isCrowded(id));
      if (!isOver) setAdded({ ...found, isCrowded: isFull });
    }
    void read(notes);
    const stop = notes.subscribe(() => void read(notes));
    return () => {
      isOver = true;
      stop();
    };
  }, [notes, callId]);
  return { ...(added && { added }), ...(notes && { notes }) };
}
