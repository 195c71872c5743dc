export interface Found {
  readonly keys: readonly number[];
  readonly looked: number;
  readonly of: number;
  readonly state: 'looking' | 'done' | 'stopped';
}

export interface Placed {
  readonly place: string;
  readonly found: Found;
}

export interface Exported {
  readonly file: string;
  readonly newest: number;
}

export type Remembered = ReturnType<typeof createRemembered>;

/** What screens leave for when one comes back to them; it is gone with the page. */
export function createRemembered() {
  let search: Placed | undefined;
  let exported: Exported | undefined;
  return {
    scrolled: new Map<string, number>(),
    /** The last search: coming back from a call does not search again. */
    search: () => search,
    noteSearch(placed: Placed): void {
      search = placed;
    },
    exported: () => exported,
    noteExported(saved: Exported): void {
      exported = saved;
    },
  };
}
