export interface SearchState {
  readonly keys: readonly number[];
  readonly looked: number;
  readonly of: number;
  readonly state: 'looking' | 'done' | 'stopped';
}

/** The places of screens for when one comes back to them; gone with the page. */
export interface Remembered {
  /** The scroll positions of the lists, by their addresses. */
  readonly scrolled: Map<string, number>;
  /** The last search: coming back from a call does not search again. */
  search?: { readonly place: string; readonly found: SearchState };
  exported?: { readonly file: string; readonly newest: number };
}
