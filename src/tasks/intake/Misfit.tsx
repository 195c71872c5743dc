import { useEffect, useState } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { waysOf } from '#tasks/catalogue/routes.ts';
import { useSettings } from '#tasks/task/handheld.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import type { Task } from '#tasks/task/task.ts';
import { ScannedCode } from './ScannedCode.tsx';
import { shortened } from './shortened.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Panel } from '#ui/Panel.tsx';
import { words } from '#i18n/words.ts';

export interface MisfitPanelProps {
  readonly scan: ScanNote;
  /** The id of the task that did not take it. */
  readonly task: string;
  readonly pendingScans: PendingScans;
  /** Takes it off this screen, for another one to have it. */
  readonly onLeave: () => void;
}

/**
 * What was scanned and not taken: it is not lost, it can be looked at, and the other tasks that it fits are offered. They
 * are never jumped to.
 */
export function MisfitPanel({ scan, task, pendingScans, onLeave }: MisfitPanelProps) {
  const { site } = useSettings();
  const [others, setOthers] = useState<readonly Task[]>([]);
  useEffect(() => {
    void waysOf(site(), scan).then((found) => setOthers(found === 'any' ? [] : found.filter(({ id }) => id !== task)));
  }, [site, scan, task]);

  function go({ path }: Task): void {
    onLeave();
    pendingScans.send(scan, path);
    history.pushState(null, '', path); // the app's router hears of it
  }
  const shown = shortened(scan.text);
  return (
    <Panel title={words('taskScreen').notTaken}>
      {shown === scan.text ? <ScannedCode scan={scan} /> : <Code text={shown} size="large" />}
      {others.length > 0 && (
        <div className="stack">
          <p>{words('object').openIn}</p>
          {others.map((other) => (
            <Button key={other.id} size="big" wide icon={other.icon} onClick={() => go(other)}>
              {other.title()}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}
