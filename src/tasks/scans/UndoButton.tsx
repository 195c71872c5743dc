import type { OperationName } from '#contract/catalogue.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { useCallQueue, useSettings } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import type { TaskRun } from './taskRun.ts';
import { mayBeTakenBack, tookBack } from './undoEvents.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';

/** Waiting calls among which the newest one of the task is looked for. */
const LOOKED_AT = 20;

export interface UndoButtonProps {
  readonly operation: OperationName;
  readonly run: TaskRun;
  readonly isBegun: boolean;
}

/** Takes back the last scan of what is begun, else this worker's newest call that was not sent. It stays in the history, and is said aloud. */
export function UndoButton({ operation, run, isBegun }: UndoButtonProps) {
  const { outbox } = useCallQueue();
  const { settings } = useSettings();
  const { userId } = settings();
  const newest = useFresh(async () => {
    const waiting = await outbox.list('waiting', LOOKED_AT, 'newest');
    return waiting.find((call) => mayBeTakenBack(call, operation, userId));
  }, userId);
  function undo(): void {
    if (isBegun) return run.back();
    if (!newest) return;
    const decided = outbox.decide(newest.seq, { kind: 'cancelled', operator: userId });
    decided.then(
      (call) => run.on({ tookBack }).tookBack(subjectOf(call)),
      () => undefined, // it has been sent meanwhile: its row shows it
    );
  }
  return (
    <Button size="tall" icon="back" disabled={!isBegun && !newest} onClick={undo}>
      {words('object').undo}
    </Button>
  );
}
