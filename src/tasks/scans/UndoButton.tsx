import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { useCallQueue, useSettings, useView } from '#tasks/task/handheld.ts';
import type { TaskRun } from './taskRun.ts';
import * as undoEvents from './undoEvents.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';

/** Calls of the run among which the newest one that waits is looked for. */
const LOOKED_AT = 5;

export interface UndoButtonProps {
  readonly run: TaskRun;
  readonly isBegun: boolean;
}

/** Takes back the last scan of what is begun, else the newest call that was not sent. It stays in the history, as taken back, and is said aloud. */
export function UndoButton({ run, isBegun }: UndoButtonProps) {
  const { entries } = useView(run);
  const { outbox } = useCallQueue();
  const { settings } = useSettings();
  const seqs = entries.flatMap(({ seq }) => seq ?? []);
  const newest = useCalls(seqs.slice(0, LOOKED_AT)).find(mayBeTakenBack);
  function undo(): void {
    if (isBegun) return run.back();
    if (!newest) return;
    const decided = outbox.decide(newest.seq, { kind: 'cancelled', operator: settings().userId });
    decided.then(
      (call) => run.on(undoEvents).tookBack(subjectOf(call)),
      () => undefined, // it has been sent meanwhile: its row shows it
    );
  }
  return (
    <Button size="tall" icon="back" disabled={!isBegun && !newest} onClick={undo}>
      {words('object').undo}
    </Button>
  );
}

function mayBeTakenBack({ state, inDoubt }: QueuedCall): boolean {
  return state === 'waiting' && !inDoubt;
}
