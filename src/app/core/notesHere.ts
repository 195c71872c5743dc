import { createListeners } from '#contract/listeners.ts';
import { readStorageFacts } from '#device/storageFacts.ts';
import { CHANNEL, channelWords } from '#outbox/names.ts';
import { connectNotes } from '#outbox/notes/notesDatabase.ts';
import { createNotesLane } from '#outbox/notes/notesLane.ts';
import { createNotesStore } from '#outbox/notes/notesStore.ts';
import { NoRoomForPictures, hasRoomForPicture } from '#outbox/notes/pictureRoom.ts';
import { hasNoGateway } from '#outbox/openCalls.ts';
import type { OutboxView } from '#outbox/outboxPorts.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { tellNotes, tellPicture } from '#wire/notes.ts';
import { newId } from './newId.ts';

/** The parts of this page that notes and pictures of calls need. */
export interface NotesPorts {
  readonly view: () => Pick<OutboxView, 'gateway'>;
  /** A write failed: room is made where that was for want of it. */
  readonly onFull: (error: unknown) => void;
}

export type NotesHere = ReturnType<typeof createNotesHere>;

/** A person's words and pictures for a call. */
export interface Added {
  readonly text: string;
  /** JPEGs within the limits. */
  readonly pictures: readonly Blob[];
  readonly operator: string;
}

/** All that was not kept of what a person added, as another page had done it before. */
export interface CameLate {
  readonly text?: string;
  readonly pictures: number;
}

/** Creates what keeps notes and pictures of calls here, shows them, and tells the gateway of them in between calls. */
export function createNotesHere({ view, onFull }: NotesPorts) {
  const store = createNotesStore(connectNotes());
  const channel = new BroadcastChannel(CHANNEL);
  const [tell, subscribe] = createListeners();
  const onChange = (): void => {
    tell();
    channel.postMessage(channelWords.noted);
  };
  const options = (signal: AbortSignal) => ({ fetch: fetch.bind(globalThis), signal });
  const lane = createNotesLane({
    store,
    isThere: () => view().gateway !== 'unknown' && !hasNoGateway(view().gateway),
    tellNotes: (told, signal) => tellNotes(options(signal), told),
    tellPicture: (facts, jpeg, signal) => tellPicture(options(signal), facts, jpeg),
    now: Date.now,
    random: Math.random,
    setTimeout: (work, ms) => setTimeout(work, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    onChange,
  });

  async function hasRoom(): Promise<boolean> {
    const facts = await readStorageFacts(navigator.storage);
    return hasRoomForPicture(facts, await store.picturesHere()) && store.hasRoom();
  }

  return {
    lane,
    subscribe,
    ofCall: store.ofCall,
    /** Counts the notes and pictures that the ledger does not have. */
    async owed(): Promise<number> {
      const [notes, pictures] = await Promise.all([store.notesOwed(), store.picturesHere()]);
      return notes.length + pictures;
    },
    isCrowded: lane.isCrowded,
    /** Tells whether a picture may be kept now: asked before one is taken. */
    hasRoom,
    /** Something was added or told in another page. */
    noted(): void {
      tell();
      void lane.noted();
    },
    /**
     * Keeps what a person adds to a call: the words first, then one picture after the other.
     *
     * @returns what another page had added before, so that it is not kept. @throws NoRoomForPictures: the words are kept, and the pictures before the one that had
     *   no room; what else is thrown: the words are not.
     */
    async keep(call: QueuedCall, { text, pictures, operator }: Added): Promise<CameLate> {
      const adding = () => ({ id: newId(), by: operator, at: Date.now() });
      let kept = 0;
      let late: CameLate = { pictures: 0 };
      try {
        if (text.trim() !== '') {
          const isKept = await store.keepNote(call, text, adding()).catch((error: unknown) => {
            onFull(error);
            throw error;
          });
          if (!isKept) late = { ...late, text: text.trim() };
          kept += 1;
        }
        for (const picture of pictures) {
          if (!(await hasRoom())) throw new NoRoomForPictures('calls need the room that is left');
          const isKept = await store.keepPicture(call, await picture.arrayBuffer(), adding()).catch(asNoRoom);
          if (!isKept) late = { ...late, pictures: late.pictures + 1 };
          kept += 1;
        }
        return late;
      } finally {
        if (kept > 0) {
          onChange();
          void lane.noted();
        }
      }
    },
  };
}

/** A picture that found no room is refused as such: the room that is held back is for calls, and nothing of it is let go. */
function asNoRoom(error: unknown): never {
  if (error instanceof Error && error.name === 'QuotaExceededError')
    throw new NoRoomForPictures('a write found no room', { cause: error });
  throw error;
}
