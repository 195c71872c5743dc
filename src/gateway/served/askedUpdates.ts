import type { Notes } from '#ledger/ledger.ts';

const NAME = 'update_asked';
/** Milliseconds for which what was read holds: a hello asks each time. */
const HOLDS_MS = 5_000;

export type AskedUpdates = ReturnType<typeof createAskedUpdates>;

/**
 * Makes a memory of the version that supervisors have asked the handhelds to take. It is kept beside the ledger's calls, for each
 * gateway of it; one that serves another version asks for nothing.
 *
 * @param version - of the app that this gateway serves. @param clock - Milliseconds of a clock that nobody sets.
 */
export function createAskedUpdates(notes: Notes, version: string, clock: () => number) {
  let known: { readonly isAsked: boolean; readonly until: number } = { isAsked: false, until: 0 };
  return {
    version,
    /** Tells whether the version here was asked for; where the ledger is away as it was last known. Never throws. */
    async isAsked(): Promise<boolean> {
      if (clock() >= known.until) {
        known = { ...known, until: clock() + HOLDS_MS }; // one reads for all who ask meanwhile
        const asked = await notes.read(NAME).catch(() => undefined);
        if (asked !== undefined) known = { ...known, isAsked: asked === version };
      }
      return known.isAsked;
    },
    /** Asks the handhelds to take the version here. @throws where the ledger is away */
    async ask(): Promise<void> {
      await notes.write(NAME, version);
      known = { isAsked: true, until: clock() + HOLDS_MS };
    },
  };
}
