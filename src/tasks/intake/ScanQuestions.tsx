import type { ReactNode } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { waysOf } from '#tasks/catalogue/routes.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { leaving } from '#tasks/task/leaving.ts';
import type { Task } from '#tasks/task/task.ts';
import { ScannedCode } from './ScannedCode.tsx';
import { shortened, Code } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { words } from '#i18n/words.ts';
import { ago } from '#i18n/ago.ts';
import { useNow } from '#ui/useNow.ts';
import type { Drawing } from '#ui/icons.ts';

export interface MisfitPanelProps {
  readonly scan: ScanNote;
  readonly task: string;
  readonly onLeave: () => void;
}

/** Shows a scan that was not taken: it can be looked at, and the tasks that it fits are offered, never jumped to. */
export function MisfitPanel({ scan, task, onLeave }: MisfitPanelProps) {
  const { site } = useHandheld();
  const pendingScans = usePendingScans();
  const ways = waysOf(site(), scan);
  const others = ways === 'any' ? [] : ways.filter(({ id }) => id !== task);

  function openIn({ path }: Task): void {
    onLeave();
    pendingScans.send(scan, path);
    go(path);
  }
  const shown = shortened(scan.text);
  return (
    <Panel title={words('taskScreen').notTaken}>
      {shown === scan.text ? <ScannedCode scan={scan} /> : <Code text={shown} size="large" />}
      {others.length > 0 && (
        <div className="stack">
          <p>{words('object').openIn}</p>
          {others.map((other) => (
            <Button key={other.id} size="big" icon={other.icon} onClick={() => openIn(other)}>
              {other.title()}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}

interface Way {
  readonly noun: string;
  readonly onTake: (scan: ScanNote) => void;
}

export interface OfferedProps extends Way {
  /** The way to leave what is begun, where something is, and begin with this scan. */
  readonly anew?: Way | undefined;
}

/** A scan from another screen and how old it is: no task takes it unasked, the operator says what it is. */
export function Offered({ noun, onTake, anew }: OfferedProps) {
  const now = useNow();
  const pendingScans = usePendingScans();
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
          {words('asked').itIs({ noun })}
        </Button>
        <Button onClick={() => void pendingScans.take()}>{words('homeTasks').forget}</Button>
      </div>
    </Panel>
  );
}

export interface LeaveOrProps {
  readonly onLeave: () => void;
  readonly onTake: () => void;
  readonly word: string;
  readonly icon?: Drawing;
  /** The text of the first button. @default the scan is not used */
  readonly leave?: string | undefined;
}

/** In the dock while the band asks about a scan or a call. The next scan goes past it. */
export function LeaveOr({ onLeave, onTake, word, icon, leave }: LeaveOrProps) {
  return (
    <>
      <Button size="big" kind="primary" onClick={onLeave}>
        {leave ?? words('asked').leaveIt}
      </Button>
      <Button size="big" icon={icon} onClick={onTake}>
        {word}
      </Button>
    </>
  );
}

/** Returns the answers to whether what is begun is left, while that is asked: no other question has buttons then. */
export function useLeaveQuestion(): ReactNode {
  const { asked } = useView(leaving);
  const { stay, leave } = words('leave');
  return asked && <LeaveOr leave={stay} onLeave={leaving.stay} onTake={leaving.leave} word={leave} />;
}
