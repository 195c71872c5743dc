export interface Found {
  readonly keys: readonly number[];
  readonly looked: number;
  readonly of: number;
  readonly state: 'looking' | 'done' | 'stopped';
}

/** What screens leave for when one comes back to them; it is gone with the page. */
export interface Remembered {
  /** How far down the lists were, by their addresses. */
  readonly scrolled: Map<string, number>;
  /** The last search: coming back from a call does not search again. */
  search?: { readonly place: string; readonly found: Found };
  exported?: { readonly file: string; readonly newest: number };
}
