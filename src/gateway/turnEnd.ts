let waiting: (() => void)[] = [];

/**
 * Runs `work` when everything that has arrived was looked at. What many do to their sockets is then done back to back:
 * each of them wakes another process, which costs more than the rest of a small message, and the first wakes it for all.
 * Where nothing else has arrived it is at once.
 */
export function atTurnEnd(work: () => void): void {
  if (waiting.length === 0) setImmediate(runAll);
  waiting.push(work);
}

/** Resolves when whatever was put off to the end of a turn by now, or by what runs already, is done. */
export async function turnsEnded(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

function runAll(): void {
  const works = waiting;
  waiting = [];
  for (const work of works) work();
}
