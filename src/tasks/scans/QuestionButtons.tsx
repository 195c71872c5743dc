import { LeaveOr, SaveOr } from '#tasks/intake/ScanQuestions.tsx';
import { useView } from '#tasks/task/handheld.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import { keptAsked } from '#tasks/intake/asking.ts';
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
  if (keptAsked(view)) return <StillKept task={task} run={run} />;
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

function StillKept({ task, run }: QuestionButtonsProps) {
  const view = useView(run);
  const { keptScan } = view;
  const { other } = keptAsked(view) ?? {};
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
