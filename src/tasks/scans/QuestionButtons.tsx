import { LeaveOr, SaveOr } from '#tasks/intake/ScanQuestions.tsx';
import { useView } from '#tasks/task/handheld.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import type { AskedScan } from '#tasks/task/keptScan.ts';
import { swapOf } from './scansState.ts';
import type { ScansRun } from './scansRun.ts';
import { askedWords } from '#i18n/words/asked.ts';
import { objectWords } from '#i18n/words/object.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { Button } from '#ui/Button.tsx';

export interface QuestionButtonsProps {
  readonly task: ScansTask;
  readonly run: ScansRun;
}

/** The buttons of what a task asks, in the dock. */
export function QuestionButtons({ task, run }: QuestionButtonsProps) {
  const view = useView(run);
  if (view.keptScan.kind === 'asked') return <StillKept task={task} run={run} asked={view.keptScan} />;
  if (view.misfit?.role !== undefined) {
    const other = swapOf(view);
    return (
      <LeaveOr
        leave={other && askedWords().itIs({ noun: other.noun() })}
        onLeave={other ? run.swap : run.leaveMisfit}
        onTake={run.takeAnyway}
        word={askedWords().itIs({ noun: view.step.noun() })}
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
        awaits={call.stands === 'answered' ? undefined : call.seq}
        onSettled={() => run.settled(call.id)}
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
          leave={objectWords().keepOther({ next: other.text })}
          onLeave={run.keepOther}
          onTake={run.takeOnce}
          word={objectWords().onlyOnce}
        />
        <Button size="big" onClick={run.keepOn}>
          {taskScreenWords().noOther({ kept: scan.text })}
        </Button>
      </>
    );
  }
  return (
    <LeaveOr
      leave={objectWords().stillYes({ kept: scan.text })}
      onLeave={run.keepOn}
      onTake={run.change}
      word={objectWords().letGo({ noun: kept.noun() })}
    />
  );
}
