import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { useView } from '#tasks/task/handheld.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import { shortened } from './shortened.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ago } from '#i18n/ago.ts';
import { words } from '#i18n/words.ts';
import { useNow } from '#ui/useNow.ts';

/** A way to take a scan. */
interface Way {
  /** What it would be taken for. */
  readonly noun: string;
  readonly onTake: (scan: ScanNote) => void;
}

export interface OfferedProps extends Way {
  readonly pendingScans: PendingScans;
  /** Where something is begun: the way to leave that and begin with this scan. */
  readonly anew?: Way | undefined;
}

/** A scan from another screen and how old it is: no task takes it unasked, the operator says what it is. */
export function Offered({ pendingScans, noun, onTake, anew }: OfferedProps) {
  const now = useNow();
  const [pending] = useView(pendingScans);
  if (!pending) return null;
  function take(by: Way['onTake']): void {
    const scan = pendingScans.take();
    if (scan) by(scan);
  }
  return (
    <Panel title={words('offered').handedOver({ text: shortened(pending.text) })}>
      <p className="hint">{ago(now - pending.at)}</p>
      <div className="buttons">
        {anew && (
          <Button size="big" onClick={() => take(anew.onTake)}>
            {words('offered').handedOverAnew({ noun: anew.noun })}
          </Button>
        )}
        <Button size="big" onClick={() => take(onTake)}>
          {words('offered').handedOverAs({ noun })}
        </Button>
        <Button onClick={() => void pendingScans.take()}>{words('homeTasks').forget}</Button>
      </div>
    </Panel>
  );
}
