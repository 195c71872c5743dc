import { useRef } from 'react';
import type { OperationName } from '#contract/catalogue.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { explain } from '#tasks/task/explain.ts';
import { takeBack } from '#tasks/calls/takeBack.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import type { ScansRun } from './scansRun.ts';
import type { ScansFacts, ScansState, ScansStep } from './scansState.ts';
import { say } from '#tasks/intake/taskFlow.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { Button } from '#ui/Button.tsx';
import type { Mark } from '#ui/Row.tsx';
import { icons } from '#ui/icons.ts';
import { SAME_TAP_MS } from '#ui/sameTap.ts';
import { objectWords } from '#i18n/words/object.ts';
import { stateWords } from '#i18n/words/state.ts';

const LOOKED_AT = 20;

export interface UndoButtonProps {
  readonly operation: OperationName;
  readonly run: ScansRun;
  readonly isBegun: boolean;
}

/** Takes back the last scan of what is begun, else this worker's newest call that was not sent. It stays in the history, and is said aloud. */
export function UndoButton({ operation, run, isBegun }: UndoButtonProps) {
  const { outbox, settings } = useHandheld();
  const { userId } = settings();
  const find = () => newestOf(outbox, operation, userId);
  const shown = useFresh(find, userId);
  const tappedMs = useRef(Number.NEGATIVE_INFINITY);
  function undo(): void {
    const isSame = performance.now() - tappedMs.current < SAME_TAP_MS;
    tappedMs.current = performance.now();
    if (isBegun) return run.back();
    if (!shown || isSame) return;
    const on = run.on(undoEvents);
    void takeBackMeant(outbox, shown, find, userId, on);
  }
  return (
    <Button size="tall" icon={icons.undo} disabled={!isBegun && !shown} onClick={undo}>
      {objectWords().undo}
    </Button>
  );
}

interface UndoSaid {
  readonly tookBack: (what: string) => void;
  readonly beingTried: (what: string) => void;
  readonly notTakenBack: (what: string, error: unknown) => void;
}

/** The events of an undo: no slip of a thumb takes a call back unheard, and no tap does nothing in silence. */
export const undoEvents = {
  tookBack(state: ScansState, _facts: ScansFacts, what: string): ScansStep {
    const mark: Mark = { icon: icons.undo, word: stateWords().states.cancelled, mood: 'plain' };
    const notice = { tone: 'step', text: objectWords().tookBack({ what }), mark } as const;
    return [{ ...state, notice }, [['cue', 'step']]]; // as it was meant: nothing is to be checked
  },
  beingTried: (state: ScansState, _facts: ScansFacts, what: string): ScansStep =>
    say(state, 'repeat', objectWords().beingTried({ what })),
  notTakenBack: (state: ScansState, _facts: ScansFacts, what: string, error: unknown): ScansStep =>
    say(state, 'wrong', error instanceof IllegalStep ? objectWords().notTakenBack({ what }) : explain(error)),
};

/**
 * Takes back the call that a tap means: the newest, also one that was saved and said a moment ago, and that the button
 * does not know of yet. One that has left since is said to have left, and none before it is taken in its place.
 */
export async function takeBackMeant(
  outbox: Pick<Outbox, 'decide' | 'get' | 'view' | 'subscribe'>,
  shown: QueuedCall,
  find: () => Promise<QueuedCall | undefined>,
  operator: string,
  on: UndoSaid,
): Promise<void> {
  const found = await find().catch(() => undefined);
  const meant = found && found.seq > shown.seq ? found : shown;
  const what = subjectOf(meant);
  await takeBack(outbox, meant.seq, operator, () => on.beingTried(what)).then(
    () => on.tookBack(what),
    (error: unknown) => on.notTakenBack(what, error),
  );
}

/** Finds this worker's newest call of a task that was not sent. */
async function newestOf(
  outbox: Pick<Outbox, 'list'>,
  operation: OperationName,
  userId: string,
): Promise<QueuedCall | undefined> {
  const waiting = await outbox.list('waiting', LOOKED_AT, 'newest');
  return waiting.find((call) => mayBeTakenBack(call, operation, userId));
}

/** Tells whether a waiting call is this worker's own of this task, and surely never left. */
export function mayBeTakenBack(
  { operation, operator, inDoubt }: Pick<QueuedCall, 'operation' | 'operator' | 'inDoubt'>,
  ofTask: OperationName,
  userId: string,
): boolean {
  return operation === ofTask && operator === userId && !inDoubt;
}
