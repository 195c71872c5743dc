/** The way in which the scanner of this handheld types. */
export interface WedgeProfile {
  /**
   * The end of a code; `auto` is Enter, Tab or silence, and a longer silence once it has always been Enter or Tab. Where an
   * ending is known, no pause ends a code.
   */
  readonly terminator: 'auto' | 'enter' | 'tab' | 'none';
  /** Longest gap between two keys of one code, in milliseconds. @default 100 */
  readonly keyGapMs: number;
  /** Silence that ends a code with `auto` and `none`, in milliseconds. @default 400 for `auto`, 80 for `none` */
  readonly idleMs?: number;
  /** A shorter burst is noise. A code typed by a person may be shorter. @default 3 */
  readonly minLength: number;
  /** The same of a burst that an ending key ends. @default minLength */
  readonly minEnded?: number;
  /** The text that the scanner types before each code, to be taken off. @default '' */
  readonly prefix: string;
  /** The text that it types after each code, before its ending. @default '' */
  readonly suffix: string;
}

/** The profile of a scanner of which nothing is known. */
export const defaultWedgeProfile: WedgeProfile = {
  terminator: 'auto',
  keyGapMs: 100,
  minLength: 3,
  prefix: '',
  suffix: '',
};

/** Silence that ends a code of a scanner without an ending, in milliseconds, where the profile says nothing else. */
export const NONE_IDLE_MS = 80;
