import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { waysOf } from '#tasks/catalogue/routes.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import type { Task } from '#tasks/task/task.ts';
import { ScannedCode } from './ScannedCode.tsx';
import { shortened, Code } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { objectWords } from '#i18n/words/object.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

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
    <Panel title={taskScreenWords().notTaken}>
      {shown === scan.text ? <ScannedCode scan={scan} /> : <Code text={shown} size="large" />}
      {others.length > 0 && (
        <div className="stack">
          <p>{objectWords().openIn}</p>
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
