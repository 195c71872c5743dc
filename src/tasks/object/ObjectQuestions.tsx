import { SaveOrNot } from '#tasks/intake/SaveOrNot.tsx';
import { LeaveOr } from '#tasks/intake/ScanQuestions.tsx';
import { objectAsked } from '#tasks/intake/asking.ts';
import { useView } from '#tasks/task/handheld.ts';
import { inHandWords } from '#i18n/words/inHand.ts';
import type { ObjectRun } from './objectRun.ts';

/** In the dock while the band asks about something before the task goes on. */
export function ObjectQuestions({ run }: { readonly run: ObjectRun }) {
  const view = useView(run);
  const { scan, needsConfirmation } = view;
  const waitingScan = objectAsked(view);
  if (waitingScan && scan) {
    return (
      <LeaveOr
        leave={inHandWords().stay({ code: scan.text })}
        onLeave={run.stay}
        onTake={run.takeWaiting}
        word={inHandWords().takeOther({ code: waitingScan.text })}
        about={waitingScan.text}
      />
    );
  }
  if (!needsConfirmation) return null;
  return <SaveOrNot asked={needsConfirmation} onLeave={run.stay} onSave={run.saveAgain} onSaveMeant={run.saveMeant} />;
}
