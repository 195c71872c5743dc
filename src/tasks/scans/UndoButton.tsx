import { useRef } from 'react';
import type { OperationName } from '#contract/catalogue.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { explain } from '#tasks/task/explain.ts';
import { takeBack } from '#tasks/calls/takeBack.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import type { TaskRun } from './taskRun.ts';
import type { TaskFacts, TaskState, TaskStep } from './taskState.ts';
import { say } from '#tasks/intake/taskFlow.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { Button } from '#ui/Button.tsx';
import type { Mark } from '#ui/Row.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

const LOOKED_AT = 20;
/** A tap so soon after another is the same one, of a hand that shakes: it takes no call back. */
const SAME_TAP_MS = 500;

export interface UndoButtonProps {
  readonly operation: OperationName;
  readonly run: TaskRun;
  readonly isBegun: boolean;
}

/** Takes back the last scan of what is begun, else this worker's newest call that was not sent. It stays in the history, and is said aloud. */
export function UndoButton({ operation, run, isBegun }: UndoButtonProps) {
  const { outbox, settings } = useHandheld();
  const { userId } = settings();
  const newest = useFresh(async () => {
    const waiting = await outbox.list('waiting', LOOKED_AT, 'newest');
    return waiting.find((call) => mayBeTakenBack(call, operation, userId));
  }, userId);
  const tappedMs = useRef(Number.NEGATIVE_INFINITY);
  function undo(): void {
    const isSame = performance.now() - tappedMs.current < SAME_TAP_MS;
    tappedMs.current = performance.now();
    if (isBegun) return run.back();
    if (!newest || isSame) return;
    const what = subjectOf(newest);
    const on = run.on(undoEvents);
    takeBack(outbox, newest.seq, userId, () => on.beingTried(what)).then(
      () => on.tookBack(what),
      (error: unknown) => on.notTakenBack(what, error),
    );
  }
  return (
    <Button size="tall" icon={icons.undo} disabled={!isBegun && !newest} onClick={undo}>
      {words('object').undo}
    </Button>
  );
}

/** The events of an undo: no slip of a thumb takes a call back unheard, and no tap does nothing in silence. */
export const undoEvents = {
  tookBack(state: TaskState, _facts: TaskFacts, what: string): TaskStep {
    const mark: Mark = { icon: icons.undo, word: words('state').states.cancelled, mood: 'plain' };
    const notice = { tone: 'step', text: words('object').tookBack({ what }), mark } as const;
    return [{ ...state, notice }, [['cue', 'step']]]; // as it was meant: nothing is to be checked
  },
  beingTried: (state: TaskState, _facts: TaskFacts, what: string): TaskStep =>
    say(state, 'repeat', words('object').beingTried({ what })),
  notTakenBack: (state: TaskState, _facts: TaskFacts, what: string, error: unknown): TaskStep =>
    say(state, 'wrong', error instanceof IllegalStep ? words('object').notTakenBack({ what }) : explain(error)),
};

/** Tells whether a waiting call is this worker's own of this task, and surely never left. */
export function mayBeTakenBack(
  { operation, operator, inDoubt }: Pick<QueuedCall, 'operation' | 'operator' | 'inDoubt'>,
  ofTask: OperationName,
  userId: string,
): boolean {
  return operation === ofTask && operator === userId && !inDoubt;
}
