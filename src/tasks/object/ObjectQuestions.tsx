import { LeaveOr } from '#tasks/intake/LeaveOr.tsx';
import { useView } from '#tasks/task/handheld.ts';
import type { ObjectRun } from './objectRun.ts';
import { Button } from '#ui/Button.tsx';
import { objectWords as words } from '#i18n/en/object.ts';
import { tasksWords } from '#i18n/en/task.ts';

/** In the dock while the band asks about something before the task goes on. */
export function ObjectQuestions({ run }: { readonly run: ObjectRun }) {
  const { scan, waitingScan, needsConfirmation } = useView(run);
  if (waitingScan && scan) {
    return (
      <>
        <Button size="big" kind="primary" onClick={run.stay}>
          {words.stay(scan.text)}
        </Button>
        <Button size="big" onClick={run.takeWaiting}>
          {words.takeOther(waitingScan.text)}
        </Button>
      </>
    );
  }
  if (!needsConfirmation) return null;
  const word = needsConfirmation.again ? tasksWords.saveAgain : words.saveAnyway;
  return <LeaveOr leave={tasksWords.doNotSave} onLeave={run.stay} onTake={run.saveAgain} word={word} icon="repeat" />;
}
