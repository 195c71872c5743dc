import type { BagRun } from '#tasks/bagRun.ts';
import { useView } from '#tasks/handheld.ts';
import { MisfitQuestion } from '#tasks/Misfit.tsx';
import { Twice } from '#tasks/Twice.tsx';
import { Button } from '#ui/Button.tsx';
import { messages } from '#ui/messages.ts';

const words = messages.bag;

/** In the dock while the band asks about something before the bag task goes on. */
export function BagQuestions({ run }: { readonly run: BagRun }) {
  const { scan, waitingScan, twice, misfit } = useView(run);
  if (misfit) return <MisfitQuestion onLeave={run.stay} onTake={run.takeAnyway} />;
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
  return twice ? <Twice onLeave={run.stay} onSaveAgain={() => void run.saveAgain()} /> : null;
}
