/** A hold of the desk: until then nothing that is saved on the handheld is sent. */
export interface DeskHold {
  /** The name of whoever said so. */
  readonly by: string;
  readonly why: string;
  /** The ledger's time, Unix ms. */
  readonly until: number;
}
