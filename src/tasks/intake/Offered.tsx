import type { ReactNode } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { HandOver } from '#tasks/task/handOver.ts';
import type { TaskRun, TaskRunView } from '#tasks/task/taskRunView.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Page.tsx';
import { homeWords } from '#i18n/en/home.ts';
import { inWords } from '#i18n/language.ts';
import { tasksWords as words } from '#i18n/en/task.ts';
import { timeWords } from '#i18n/en/time.ts';
import { useNow } from '#ui/useNow.ts';

export interface OfferedProps {
  readonly scan: ScanNote;
  readonly view: TaskRunView;
  /** How many steps of the present call are scanned. */
  readonly begun: number;
  readonly run: TaskRun;
  readonly handOver: HandOver;
}

/** A scan from another screen, where this task is begun or the scan is old: the operator says what it is. */
export function Offered({ scan, view, begun, run, handOver }: OfferedProps) {
  function accept(): void {
    const held = handOver.take();
    if (held) run.accept(held);
  }
  function acceptAnew(): void {
    for (let left = begun; left > 0; left -= 1) run.back();
    accept();
  }
  return (
    <OfferedPanel scan={scan} handOver={handOver}>
      {begun > 0 && (
        <Button size="big" onClick={acceptAnew}>
          {words.handedOverAnew(inWords(view.steps[0]?.noun ?? view.step.noun))}
        </Button>
      )}
      <Button size="big" onClick={accept}>
        {words.handedOverAs(inWords(view.step.noun))}
      </Button>
    </OfferedPanel>
  );
}

export interface OfferedPanelProps {
  readonly scan: ScanNote;
  readonly handOver: HandOver;
  /** The buttons that take it. */
  readonly children: ReactNode;
}

/** A scan from another screen and how old it is, to be taken or forgotten. */
export function OfferedPanel({ scan, handOver, children }: OfferedPanelProps) {
  const now = useNow();
  return (
    <Panel title={words.handedOver(scan.text)}>
      <p className="hint">{timeWords.ago(now - scan.at)}</p>
      <div className="buttons">
        {children}
        <Button onClick={() => void handOver.take()}>{homeWords.forget}</Button>
      </div>
    </Panel>
  );
}
