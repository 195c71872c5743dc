/** A text that is no queue to take over; the message is one sentence in English. Nothing was written. */
export class UnreadableQueue extends Error {
  override readonly name = 'UnreadableQueue';
  /** The code by which a screen has the sentence in the language of the worker. */
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type UnreadableCode =
  | 'export'
  | 'no-queue'
  | 'version'
  | 'damaged'
  | 'cut-off'
  | 'broken'
  | 'codes'
  | 'old-browser';

/** @param why - what is wrong with it: the end of a sentence. */
export function broken(why: string): UnreadableQueue {
  return new UnreadableQueue('broken', `The queue cannot be taken over: ${why}`);
}
