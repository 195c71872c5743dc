import type { Disk } from './disk.ts';
import type { Executed } from './upstream.ts';

/** Fate of a scan, as far as whoever held the scanner knows. */
export type Heard =
  /** The app gave its "saved" signal. */
  | 'saved'
  /** The app said aloud that it is not saved. */
  | 'refused'
  /** The app asked whether it is meant twice. */
  | 'asked'
  /** The page died before it said anything. */
  | 'nothing'
  /** The page lived on and said nothing: nobody could know. */
  | 'silence';

export interface Scanned {
  readonly marker: string;
  readonly tab: number;
  readonly heard: Heard;
  /** `true`: a person pressed "save again" for it: its place in the order is then another. */
  readonly pressedAgain?: boolean;
  /** Milliseconds from its last key to the app's word. */
  readonly tookMs?: number;
}

/** Everything that is known after a run. */
export interface Evidence {
  /** In the order in which they were scanned. */
  readonly scanned: readonly Scanned[];
  /** Markers that the screen called saved. */
  readonly shownSaved: readonly string[];
  /** Markers of the rows that were on the disk before the app was first opened. */
  readonly given: readonly string[];
  readonly executed: readonly Executed[];
  /** Markers that a person had sent again although the service had acted. */
  readonly forced: readonly string[];
  /** Markers whose answer came out of the ledger. */
  readonly replayed: readonly string[];
  /** Rows that were open when the database was looked at in between. */
  readonly seenOpen: readonly number[];
  readonly disk: Disk;
  /** The figures on the app's own screens. */
  readonly shown?: Shown;
}

export interface Shown {
  /** The header's three figures. */
  readonly header: readonly number[];
  /** The queue screen's counts by the name of their section; absent where a section is not shown. */
  readonly sections: Readonly<Record<string, number>>;
}

/** One thing that is wrong: which invariant of FAULTS it breaks, and how. */
export interface Finding {
  readonly law:
    | 'I1'
    | 'I2'
    | 'I3'
    | 'I4'
    | 'I5'
    | 'I6'
    | 'stuck'
    | 'unaccounted'
    | 'silence'
    | 'picture'
    | 'label'
    | 'rig';
  readonly text: string;
}

export interface Figures {
  readonly scans: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly savedUnheard: number;
  readonly lost: number;
  readonly executed: number;
  readonly executedTwice: number;
  readonly overtaken: number;
  readonly vanished: number;
  readonly unconfirmedShown: number;
  readonly lostReplies: number;
  readonly resolvedByLedger: number;
  readonly unaccounted: number;
}
