import { Suspense } from 'react';
import type { Misfit } from '#tasks/task/codeCheck.ts';
import { ScannedCode } from './ScannedCode.tsx';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import { Panel } from '#ui/Page.tsx';
import { tasksWords as words } from '#i18n/en/task.ts';
import { part } from '#ui/part.ts';

const Elsewhere = part(() => import('./Elsewhere.tsx'), 'Elsewhere');

export interface MisfitPanelProps {
  readonly misfit: Misfit;
  /** The id of the task that did not take it. */
  readonly task: string;
  readonly pendingScans: PendingScans;
  /** Takes it off this screen, for another one to have it. */
  readonly onLeave: () => void;
}

/** What was scanned and not taken: it is not lost, it can be looked at, and taken to a task that it fits. */
export function MisfitPanel({ misfit: { scan }, task, pendingScans, onLeave }: MisfitPanelProps) {
  return (
    <Panel title={words.notTaken}>
      <ScannedCode scan={scan} />
      <Suspense>
        <Elsewhere scan={scan} except={task} pendingScans={pendingScans} onGo={onLeave} />
      </Suspense>
    </Panel>
  );
}
