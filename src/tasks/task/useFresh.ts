import { useEffect, useEffectEvent, useState } from 'react';
import type { Outbox } from '#outbox/outbox.ts';
import { useHandheld } from './handheld.ts';

/** Reads from the outbox now, and when it has changed. @param read - gets what it gave before for this `key` */
export function useFresh<V>(read: (before: V | undefined) => Promise<V>, key: string): V | undefined {
  const { outbox } = useHandheld();
  const [value, setValue] = useState<V>();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    let before: V | undefined;
    return watch(outbox, async () => {
      before = await readNow(before);
      return () => setValue(before);
    });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another key is read at once
  }, [outbox, key]);
  return value;
}

/** One read at a time: changes that come meanwhile are one read after it. @param read - gives what shows its result */
function watch(outbox: Outbox, read: () => Promise<() => void>): () => void {
  let seen = Number.NaN;
  let isReading = false;
  const stopped = new AbortController();

  async function readAll(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (!stopped.signal.aborted && seen !== outbox.view().revision) {
      seen = outbox.view().revision;
      try {
        const show = await read();
        if (!stopped.signal.aborted) show();
      } catch {
        // the storage: said elsewhere, and read again at the next change
      }
    }
    isReading = false;
  }

  const stop = outbox.subscribe(() => void readAll());
  void readAll();
  return () => {
    stopped.abort();
    stop();
  };
}
