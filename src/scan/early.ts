/** What public/early-scan.js has kept since the first paint, for the wedge that takes over from it. */
export interface EarlyScan {
  /** Every event of the wedge's kinds, in order. They are over: what could be prevented of them has been. */
  readonly events: readonly Event[];
  /** Ends the keeping. */
  stop(): void;
}

declare global {
  interface Window {
    earlyScan?: EarlyScan;
  }
}
