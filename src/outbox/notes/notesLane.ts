import { MOST_NOTES, type NotesHeard, type NotesTold, type PictureFacts, type PictureWord } from '#contract/note.ts';
import { backoff } from '#outbox/state/backoff.ts';
import type { NotesStore } from './notesStore.ts';

/** The longest pause after tries that came to nothing, in milliseconds: of the lane, and of one thing whose call the ledger lacks. */
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A try is given up after so long, in milliseconds: on the slowest network that is of use a picture takes half of it. */
export const TRY_MS = 60_000;

/** Everything that the lane needs from outside: it knows no HTTP and no clock. */
export interface NotesLanePorts {
  readonly store: Pick<NotesStore, 'notesOwed' | 'pictureIdsOwed' | 'picture' | 'hearNotes' | 'hearPicture'>;
  /** Tells whether a gateway is there, as far as is known. */
  readonly isThere: () => boolean;
  /** Tells notes; `undefined`: nobody answered who knows of them. Never throws; the signal gives it up. */
  readonly tellNotes: (told: NotesTold, signal: AbortSignal) => Promise<NotesHeard | undefined>;
  /** Tells a picture. Never throws; the signal gives it up. */
  readonly tellPicture: (
    facts: PictureFacts,
    jpeg: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ) => Promise<PictureWord>;
  /** Unix ms. */
  readonly now: () => number;
  readonly random: () => number;
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: never) => void;
  /** Called after each change of a row. */
  readonly onChange: () => void;
}

/** The end of one step of the lane. `answered`: there may be more to tell. */
type Came = 'nothing' | 'answered' | 'given-up';

export type NotesLane = ReturnType<typeof createNotesLane>;

/**
 * Tells the ledger what was added to calls, on a lane of its own: one thing at a time, while nothing of the queue is to be sent, and given
 * up at once when a call is. What came to nothing is told again after one of the next hellos.
 */
export function createNotesLane(ports: NotesLanePorts) {
  const { store, isThere, now } = ports;
  let isFree = false;
  let isRunning = false;
  let isWanted = false;
  /** False once nothing was found that is owed. */
  let mayOwe = true;
  let trying: AbortController | undefined;
  const pause = createPauses(ports);
  /** The pictures for which the ledger had no room, when it was last asked. */
  const crowded = new Set<string>();

  /** Tries once. @returns what came; `given-up`: a call is to be sent, and it is no failure. */
  async function attemptTo<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | 'given-up'> {
    const mine = new AbortController();
    trying = mine;
    const timer = ports.setTimeout(() => mine.abort(), TRY_MS);
    try {
      const found = await work(mine.signal);
      return trying === mine ? found : 'given-up';
    } finally {
      ports.clearTimeout(timer as never);
      trying = undefined;
    }
  }

  async function tellNotes(): Promise<Came> {
    const notes = (await store.notesOwed()).filter(({ id }) => pause.isOver(id)).slice(0, MOST_NOTES);
    if (notes.length === 0) return 'nothing';
    if (!isFree) return 'given-up';
    const told = notes.map(({ id, key, text, by, at }) => ({ id, key, text, by, at }));
    const heard = await attemptTo((signal) => ports.tellNotes({ notes: told }, signal));
    if (heard === 'given-up') return heard;
    if (!heard) return failed();
    await store.hearNotes(heard.notes, now());
    const ids = new Set(heard.notes.map(({ id }) => id));
    for (const { id } of notes) if (!ids.has(id)) pause.begin(id);
    return answered();
  }

  async function tellPicture(): Promise<Came> {
    const id = (await store.pictureIdsOwed()).find((one) => pause.isOver(one));
    const picture = id === undefined ? undefined : await store.picture(id);
    if (!picture?.jpeg) return 'nothing';
    if (!isFree) return 'given-up';
    const { key, by, at, jpeg } = picture;
    const facts = { id: picture.id, key, by, at };
    const word = await attemptTo((signal) => ports.tellPicture(facts, new Uint8Array(jpeg), signal));
    if (word === 'given-up') return word;
    if (word === 'later') return failed();
    crowded.delete(picture.id);
    if (word === 'no-room') crowded.add(picture.id);
    if (word === 'kept' || word === 'refused') await store.hearPicture(picture.id, word, now());
    else pause.begin(picture.id);
    return answered();
  }

  function answered(): Came {
    pause.end();
    ports.onChange();
    return 'answered';
  }

  /** Nobody answered: the lane itself pauses. */
  function failed(): Came {
    pause.begin();
    return 'nothing';
  }

  async function tellWhileFree(): Promise<void> {
    while (isFree && mayOwe && isThere() && pause.isOver()) {
      const came = await tellNotes();
      if (came !== 'nothing' || !pause.isOver()) continue;
      if ((await tellPicture()) !== 'nothing') continue;
      mayOwe = false; // before the look: what is kept meanwhile says so itself
      const owed = (await store.notesOwed()).length + (await store.pictureIdsOwed()).length;
      mayOwe ||= owed > 0;
      return;
    }
  }

  async function run(): Promise<void> {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await tellWhileFree().catch(() => pause.begin()); // its storage: what is there is told later
    }
    isRunning = false;
  }

  return {
    /** Nothing of the queue is to be sent now. */
    goOn(): Promise<void> {
      isFree = true;
      return run();
    },
    /** A call is to be sent: what is under way is given up. */
    stop(): void {
      isFree = false;
      const under = trying;
      trying = undefined;
      under?.abort();
    },
    /** Something was added to a call. */
    noted(): Promise<void> {
      mayOwe = true;
      pause.end();
      return run();
    },
    /** Tells whether the ledger had no room for a picture when it was last asked. */
    isCrowded: (id: string): boolean => crowded.has(id),
  };
}

/** Keeps the pauses after tries that came to nothing: of the lane itself, and of each thing by its id. */
function createPauses({ now, random }: Pick<NotesLanePorts, 'now' | 'random'>) {
  const kept = new Map<string, { readonly times: number; readonly from: number; readonly ms: number }>();
  return {
    /** A clock that was set back ends it. */
    isOver(id = ''): boolean {
      const { from, ms } = kept.get(id) ?? { from: 0, ms: 0 };
      return now() < from || now() >= from + ms;
    },
    begin(id = ''): void {
      const times = (kept.get(id)?.times ?? 0) + 1;
      kept.set(id, { times, from: now(), ms: backoff(times, LONGEST_PAUSE_MS, random) });
    },
    end: (id = ''): void => void kept.delete(id),
  };
}
