let last: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop that no other has: between two large replies whatever is small gets its turn. */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => new Promise(setImmediate));
  return last;
}
