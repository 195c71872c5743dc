/** A state in which a printer prints nothing. */
export type PrinterFault = 'paper-out' | 'ribbon-out' | 'head-open' | 'cutter' | 'paused';

/** All that manuals leave open, and printers do one way or another. */
export interface PrinterHabits {
  /** The language of its status. */
  readonly status: 'zebra' | 'sato' | 'tsc';
  /** The order of what it does for a label: the paper comes out, the count rises, the number goes back. */
  readonly order: readonly ('paper' | 'count' | 'number')[];
  /** Sends numbers back (`^HV`). */
  readonly knowsNumbers: boolean;
  /** Tells its count and its own number; `false`: it answers `?`. */
  readonly tellsSettings: boolean;
  /** Says nothing to `~HS` under a fault. */
  readonly isSilentUnderFault: boolean;
  /** Answers `~HQES`. */
  readonly knowsErrors: boolean;
  /** Half a label of a line that ended: the next line goes on with it, or it is gone. */
  readonly halfAfterCut: 'kept' | 'dropped';
  /** `^XA` in half a label: it begins anew, or goes on with what it has. */
  readonly beginInHalf: 'anew' | 'goes-on';
  /** Prints a spoiled label again by itself (`^JZ`). */
  readonly reprintsSpoiled: boolean;
  /** Labels that wait outlive its power. */
  readonly keepsLabels: boolean;
  /** Writes its count down when the power goes; else after so many labels, and goes back to that. */
  readonly savesCount: 'always' | number;
}

/** The habits of the printer that the manuals describe. */
export const usualHabits: PrinterHabits = {
  status: 'zebra',
  order: ['paper', 'count', 'number'],
  knowsNumbers: true,
  tellsSettings: true,
  isSilentUnderFault: true,
  knowsErrors: true,
  halfAfterCut: 'kept',
  beginInHalf: 'goes-on',
  reprintsSpoiled: true,
  keepsLabels: false,
  savesCount: 'always',
};
