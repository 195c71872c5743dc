import { LeaveOr, SaveOr } from '#tasks/intake/ScanQuestions.tsx';
import { useView } from '#tasks/task/handheld.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import type { AskedScan } from '#tasks/task/keptScan.ts';
import { swapOf } from './taskState.ts';
import type { TaskRun } from './taskRun.ts';
import { words } from '#i18n/words.ts';
import { Button } from '#ui/Button.tsx';

export interface QuestionButtonsProps {
  readonly task: ScansTask;
  readonly run: TaskRun;
}

/** The buttons of what a task asks, in the dock. */
export function QuestionButtons({ task, run }: QuestionButtonsProps) {
  const view = useView(run);
  if (view.keptScan.kind === 'asked') return <StillKept task={task} run={run} asked={view.keptScan} />;
  if (view.misfit?.role !== undefined) {
    const other = swapOf(view);
    return (
      <LeaveOr
        leave={other && words('asked').itIs({ noun: other.noun() })}
        onLeave={other ? run.swap : run.leaveMisfit}
        onTake={run.takeAnyway}
        word={words('asked').itIs({ noun: view.step.noun() })}
      />
    );
  }
  const call = view.entries.find(({ saving }) => saving === 'needs-confirmation');
  return (
    call && (
      <SaveOr
        seq={call.seq}
        isBehind={call.isBehind}
        isInDoubt={!call.isBehind && call.stands === 'unconfirmed'}
        onLeave={() => run.leave(call.id)}
        onSave={() => run.saveAgain(call.id)}
      />
    )
  );
}

interface StillKeptProps extends QuestionButtonsProps {
  readonly asked: AskedScan;
}

function StillKept({ task, run, asked: { scan, other } }: StillKeptProps) {
  const kept = task.steps.find(({ parameter }) => parameter === task.keeps);
  if (!kept) return null;
  if (other) {
    return (
      <>
        <LeaveOr
          leave={words('object').keepOther({ next: other.text })}
          onLeave={run.keepOther}
          onTake={run.takeOnce}
          word={words('object').onlyOnce}
        />
        <Button size="big" onClick={run.keepOn}>
          {words('taskScreen').noOther({ kept: scan.text })}
        </Button>
      </>
    );
  }
  return (
    <LeaveOr
      leave={words('object').stillYes({ kept: scan.text })}
      onLeave={run.keepOn}
      onTake={run.change}
      word={words('object').letGo({ noun: kept.noun() })}
    />
  );
}
