import { NOTES_DATABASE } from '#outbox/names.ts';
import type { NotesHere, NotesPorts } from './notesHere.ts';

export type NotesDoor = ReturnType<typeof createNotesDoor>;

async function isThere(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === NOTES_DATABASE);
}

/** Creates the way to what is added to calls. It is loaded once something is added, or owed from before: no call waits for it. */
export function createNotesDoor(ports: NotesPorts) {
  let loading: Promise<NotesHere> | undefined;
  let loaded: NotesHere | undefined;
  let isBusy = true;

  /** Loads it. @throws where its file is not there: it is tried again the next time. */
  function here(): Promise<NotesHere> {
    loading ??= import('./notesHere.ts').then(({ createNotesHere }) => {
      loaded = createNotesHere(ports);
      if (!isBusy) void loaded.lane.goOn();
      return loaded;
    });
    loading.catch(() => (loading = undefined));
    return loading;
  }

  return {
    here,
    heard: {
      /** Told when this page begins to send calls, and when it has none to send now. */
      onBusy(next: boolean): void {
        isBusy = next;
        if (next) loaded?.lane.stop();
        else void loaded?.lane.goOn();
      },
      /** Something was added in another page. */
      onNoted(): void {
        here().then(
          ({ noted }) => noted(),
          () => undefined, // its file is not there now: at the next start
        );
      },
    },
    /** Loads it where there is something from before. */
    async start(): Promise<void> {
      if (await isThere()) await here();
    },
    /** Counts the notes and pictures that the supervisor does not have. */
    owed: async (): Promise<number> => ((await isThere()) ? (await here()).owed() : 0),
  };
}
