import { MOST_NOTES, type NotesHeard, type NotesTold, type PictureFacts, type PictureWord } from '#contract/note.ts';
import { backoff } from '#outbox/state/backoff.ts';
import type { NotesStore } from './notesStore.ts';

/** The longest pause after tries that came to nothing, in milliseconds: of the lane, and of one thing whose call the ledger lacks. */
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A try is given up after so long, in milliseconds: on the slowest network that is of use a picture takes half of it. */
const TRY_MS = 60_000;

/**
 * The longest that a thing is told whose call the ledger lacks, from when it was made, and that the bytes of a picture lie here that it does
 * not take, in milliseconds: twice as long as the ledger keeps a call. Such a call was taken back, or is forgotten.
 */
const LONGEST_HERE_MS = 70 * 24 * 60 * 60_000;
/** The time from one look for such pictures to the next, in milliseconds. */
const LOOKED_EACH_MS = 60 * 60_000;

/** Everything that the lane needs from outside: it knows no HTTP and no clock. */
export interface NotesLanePorts {
  readonly store: Pick<
    NotesStore,
    'notesOwed' | 'pictureIdsOwed' | 'picture' | 'hearNotes' | 'hearPicture' | 'forgetRefused'
  >;
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

/** The state of the lane. */
interface LaneState {
  /** Nothing of the queue is to be sent now. */
  isFree: boolean;
  isRunning: boolean;
  isWanted: boolean;
  /** False once nothing was found that is owed. */
  mayOwe: boolean;
  /** Unix ms of the last look for bytes that are to be let go. */
  lookedAt: number;
}

/**
 * Tells the ledger what was added to calls, on a lane of its own: one thing at a time, while nothing of the queue is to be sent, and given
 * up at once when a call is. What came to nothing is told again after one of the next hellos.
 */
export function createNotesLane(ports: NotesLanePorts) {
  const { store, isThere } = ports;
  const lane: LaneState = { isFree: false, isRunning: false, isWanted: false, mayOwe: true, lookedAt: 0 };
  const pause = createPauses(ports);
  const telling = createTelling(ports, lane, pause);

  async function tellWhileFree(): Promise<void> {
    if (lane.isFree && Math.abs(ports.now() - lane.lookedAt) >= LOOKED_EACH_MS) {
      lane.lookedAt = ports.now();
      await store.forgetRefused(ports.now() - LONGEST_HERE_MS);
    }
    while (lane.isFree && lane.mayOwe && isThere() && pause.isOver()) {
      const came = await telling.notes();
      if (came !== 'nothing' || !pause.isOver()) continue;
      if ((await telling.picture()) !== 'nothing') continue;
      lane.mayOwe = false; // before the look: what is kept meanwhile says so itself
      const owed = (await store.notesOwed()).length + (await store.pictureIdsOwed()).length;
      lane.mayOwe ||= owed > 0;
      return;
    }
  }

  async function run(): Promise<void> {
    lane.isWanted = true;
    if (lane.isRunning) return;
    lane.isRunning = true;
    while (lane.isWanted) {
      lane.isWanted = false;
      await tellWhileFree().catch(() => pause.begin()); // its storage: what is there is told later
    }
    lane.isRunning = false;
  }

  return {
    /** Nothing of the queue is to be sent now. */
    goOn(): Promise<void> {
      lane.isFree = true;
      return run();
    },
    /** A call is to be sent: what is under way is given up. */
    stop(): void {
      lane.isFree = false;
      telling.giveUp();
    },
    /** Something was added to a call. */
    noted(): Promise<void> {
      lane.mayOwe = true;
      pause.end();
      return run();
    },
    /** Tells whether the ledger had no room for a picture when it was last asked. */
    isCrowded: telling.isCrowded,
  };
}

/** Creates the steps of a lane: each tells one thing, or finds that there is none to tell now. */
function createTelling(ports: NotesLanePorts, lane: LaneState, pause: ReturnType<typeof createPauses>) {
  const { store, now } = ports;
  const tries = createTries(ports);
  /** The pictures for which the ledger had no room, when it was last asked. */
  const crowded = new Set<string>();

  function answered(): Came {
    pause.end();
    ports.onChange();
    return 'answered';
  }

  const isTooOld = ({ at }: { readonly at: number }): boolean => now() - at >= LONGEST_HERE_MS;

  /** Nobody answered: the lane itself pauses. */
  function failed(): Came {
    pause.begin();
    return 'nothing';
  }

  return {
    giveUp: tries.giveUp,
    isCrowded: (id: string): boolean => crowded.has(id),

    async notes(): Promise<Came> {
      const notes = (await store.notesOwed()).filter(({ id }) => pause.isOver(id)).slice(0, MOST_NOTES);
      if (notes.length === 0) return 'nothing';
      if (!lane.isFree) return 'given-up';
      const told = notes.map(({ id, key, text, by, at }) => ({ id, key, text, by, at }));
      const heard = await tries.attempt((signal) => ports.tellNotes({ notes: told }, signal));
      if (heard === 'given-up') return heard;
      if (!heard) return failed();
      const ids = new Set(heard.notes.map(({ id }) => id));
      const left = notes.filter(({ id }) => !ids.has(id));
      const ended = left.filter(isTooOld).map(({ id }) => ({ id, is: 'refused' as const }));
      await store.hearNotes([...heard.notes, ...ended], now());
      for (const { id } of left) pause.begin(id);
      return answered();
    },

    async picture(): Promise<Came> {
      const ids = (await store.pictureIdsOwed()).filter((one) => pause.isOver(one));
      const [id] = ids.sort((one, other) => pause.times(one) - pause.times(other)); // one that nobody takes holds up no other
      const picture = id === undefined ? undefined : await store.picture(id);
      if (!picture?.jpeg) return 'nothing';
      if (!lane.isFree) return 'given-up';
      const { key, by, at, jpeg } = picture;
      const facts = { id: picture.id, key, by, at };
      const said = await tries.attempt((signal) => ports.tellPicture(facts, new Uint8Array(jpeg), signal));
      if (said === 'given-up') return said;
      const word = said === 'unknown' && isTooOld(picture) ? 'refused' : said;
      if (word === 'later') {
        pause.begin(picture.id);
        return failed();
      }
      crowded.delete(picture.id);
      if (word === 'no-room') crowded.add(picture.id);
      if (word === 'kept' || word === 'refused') await store.hearPicture(picture.id, word, now());
      else pause.begin(picture.id);
      return answered();
    },
  };
}

/** Creates what tries one thing at a time, for so long and no longer. */
function createTries({ setTimeout, clearTimeout }: NotesLanePorts) {
  let trying: AbortController | undefined;
  return {
    /** Tries once. @returns what came; `given-up`: a call is to be sent, and it is no failure. */
    async attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | 'given-up'> {
      const mine = new AbortController();
      trying = mine;
      const timer = setTimeout(() => mine.abort(), TRY_MS);
      const found = await work(mine.signal);
      clearTimeout(timer as never);
      if (trying !== mine) return 'given-up';
      trying = undefined;
      return found;
    },
    giveUp(): void {
      const under = trying;
      trying = undefined;
      under?.abort();
    },
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
    /** Counts the tries of a thing that came to nothing. */
    times: (id: string): number => kept.get(id)?.times ?? 0,
    end: (id = ''): void => void kept.delete(id),
  };
}
