import type { State } from './queuedCall.ts';
import type { QueueEvent } from './queueEvent.ts';

/** A step that the table does not have: two parts of the program disagree about a call. */
export class IllegalStep extends RangeError {
  override readonly name = 'IllegalStep';
  constructor(from: State, event: QueueEvent['kind']) {
    super(`a call that is ${from} cannot be ${event}`);
  }
}
