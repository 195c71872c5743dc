import { LeaveOr } from '#tasks/intake/ScanQuestions.tsx';
import { useView } from '#tasks/task/handheld.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import { swapOf } from './taskState.ts';
import type { TaskRun } from './taskRun.ts';
import { words } from '#i18n/words.ts';
import { icons } from '#ui/icons.ts';
import { Button } from '#ui/Button.tsx';

export interface QuestionButtonsProps {
  readonly task: ScansTask;
  readonly run: TaskRun;
}

/** The buttons of what a task asks, in the dock. */
export function QuestionButtons({ task, run }: QuestionButtonsProps) {
  const view = useView(run);
  if (view.waiting) return <StillKept task={task} run={run} />;
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
      <LeaveOr
        leave={words('asked').doNotSave}
        onLeave={() => run.leave(call.id)}
        onTake={() => run.saveAgain(call.id)}
        word={words('asked').saveAgain}
        icon={icons.again}
      />
    )
  );
}

function StillKept({ task, run }: QuestionButtonsProps) {
  const { keptScan, other } = useView(run);
  const kept = task.steps.find(({ parameter }) => parameter === task.keeps);
  if (!kept || typeof keptScan !== 'object') return null;
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
          {words('taskScreen').noOther({ kept: keptScan.text })}
        </Button>
      </>
    );
  }
  return (
    <LeaveOr
      leave={words('object').stillYes({ kept: keptScan.text })}
      onLeave={run.keepOn}
      onTake={run.change}
      word={words('object').letGo({ noun: kept.noun() })}
    />
  );
}
