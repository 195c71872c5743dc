/**
 * A line to a printer, whichever way it goes: bytes to it, and whatever it says. It is open from the start; bytes that it says are a
 * stranger's.
 */
export interface PrinterLine {
  /** Resolves when the bytes were given to whatever carries them on. @throws LineCut where the line has ended. */
  send(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves with what the printer has said since it was asked last, as soon as there is any.
   *
   * @param waitMs - milliseconds; nothing came until then: no bytes.
   * @throws LineCut where the line has ended, and everything that was said before was given.
   */
  hear(waitMs: number): Promise<Uint8Array>;
  /** Ends the line. */
  close(): Promise<void>;
}

/** Thrown by a line that has ended. */
export class LineCut extends Error {
  override readonly name = 'LineCut';
}
