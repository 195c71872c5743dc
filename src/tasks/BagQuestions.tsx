import type { BagRun } from '#tasks/bagRun.ts';
import { useView } from '#tasks/handheld.ts';
import { LeaveOr } from '#tasks/LeaveOr.tsx';
import { Button } from '#ui/Button.tsx';
import { bagWords as words } from '#ui/bagMessages.ts';
import { tasksWords } from '#ui/taskMessages.ts';

/** In the dock while the band asks about something before the bag task goes on. */
export function BagQuestions({ run }: { readonly run: BagRun }) {
  const { scan, waitingScan, twice, misfit } = useView(run);
  if (misfit) return <LeaveOr onLeave={run.stay} onTake={run.takeAnyway} word={tasksWords.anyway} />;
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
  if (!twice) return null;
  const again = tasksWords.saveAgain;
  return <LeaveOr onLeave={run.stay} onTake={() => void run.saveAgain()} word={again} icon="repeat" />;
}
