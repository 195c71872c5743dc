let waiting: (() => void)[] | undefined;

/**
 * Runs `work` at once where it is the first of a turn of the event loop, and else when everything that has arrived was
 * looked at. What many do to their sockets is then done back to back: each of them wakes another process, which costs
 * more than the rest of a small message, and one wakes it for all.
 */
export function atTurnEnd(work: () => void): void {
  if (waiting) {
    waiting.push(work);
    return;
  }
  waiting = [];
  setImmediate(runAll);
  work();
}

/** Resolves when whatever was put off to the end of a turn by now, or by what runs already, is done. */
export async function turnsEnded(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

function runAll(): void {
  const works = waiting ?? [];
  waiting = undefined;
  for (const work of works) work();
}
