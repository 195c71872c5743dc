import { useEffect, useState } from 'react';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { takeBack } from './takeBack.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { objectWords } from '#i18n/words/object.ts';

/** A call that is sent at once needs no undo: the button would only flash. */
const WAITED_MS = 1_500;

/** Takes back a call that was not sent. It stays in the history, as taken back. */
export function Undo({ call: { seq, changedAt } }: { readonly call: QueuedCall }) {
  const { outbox, settings } = useHandheld();
  const [hasWaited, setWaited] = useState(() => Date.now() - changedAt > WAITED_MS);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), WAITED_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!hasWaited) return null;
  function undo(): void {
    void takeBack(outbox, seq, settings().userId).catch(() => undefined); // it has been sent: the row shows it
  }
  return (
    <Button icon={icons.undo} onClick={undo}>
      {objectWords().undo}
      <span className="vh"> #{seq}</span>
    </Button>
  );
}
