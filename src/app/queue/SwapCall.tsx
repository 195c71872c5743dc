import { useJournal } from './useJournal.ts';
import { cameFrom, go } from '#ui/Link.tsx';
import { type Call, makeCall } from '#contract/call.ts';
import type { CodeRules } from '#site/codes.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { sameAsked } from '#tasks/intake/taskFlow.ts';
import { judgeCode } from '#tasks/task/codeCheck.ts';
import { explain } from '#tasks/task/explain.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert } from '#ui/Problem.tsx';
import { askedWords } from '#i18n/words/asked.ts';
import { callWords } from '#i18n/words/call.ts';
import { historyWords } from '#i18n/words/history.ts';
import { useState } from 'react';
import { inverseOf } from '#outbox/store/opposites.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { AskFirst } from '#ui/Panel.tsx';
import { icons } from '#ui/icons.ts';

/** For a pair that waits: its two codes change places by one tap, as long as it was surely not sent. */
export function SwapCall({ call }: { readonly call: QueuedCall }) {
  const journal = useJournal();
  const { settings, site, cues } = useHandheld();
  const [answered, setAnswered] = useState<number>();
  const { problem, attempt } = useAttempt((error) =>
    error instanceof AlreadyQueued ? callWords().swapThere({ seq: error.seq }) : explain(error),
  );
  const { userId: operator } = settings();
  const swapped = call.operator === operator ? swappedOf(call, site().codes) : undefined;

  if (!swapped) return <Alert text={problem} />;
  const what = subjectOf({ ...swapped.call, scans: swapped.scans });

  const swap = (again: boolean): Promise<boolean> =>
    attempt(async () => {
      const reason = (seq: number): string => callWords().replacedBy({ seq });
      const asked = await journal.swap(call, { ...swapped, operator, reason }, again).catch((error: unknown) => error);
      if (asked instanceof AlreadyQueued && asked.stands === 'answered') return setAnswered(asked.seq);
      if (typeof asked !== 'number') throw asked;
      cues.play('saved');
      go(`/queue/${asked}`, cameFrom(), callWords().swapped({ what, seq: call.seq }));
    });

  return (
    <>
      <Alert text={problem} />
      <p className="hint">{callWords().swapHint}</p>
      <AskFirst
        button={{ children: callWords().swap({ what }) }}
        isAsking={answered !== undefined}
        onAsk={(isAsking) => (isAsking ? void swap(false) : setAnswered(undefined))}
        ask={sameAsked(what, { seq: answered ?? 0, stands: 'answered' })}
        yes={askedWords().saveAgain}
        kind="plain"
        onYes={() => void swap(true)}
      />
    </>
  );
}

/** The same pair the other way round; `undefined` where it may have been sent, or its codes do not fit so. */
function swappedOf(
  { state, inDoubt, operation, parameters, scans }: QueuedCall,
  codes: CodeRules | undefined,
): { readonly call: Call; readonly scans: readonly ScanNote[] } | undefined {
  const task = tasks.find((one) => one.kind === 'scans' && one.operation === operation);
  if (state !== 'waiting' || inDoubt || task?.kind !== 'scans') return undefined;
  const [first, second, third] = task.steps;
  const [one, other] = scans;
  if (!first || !second || third || !one || !other || one.text === other.text) return undefined;
  const isFit = ({ parameter, noun }: typeof first, scan: ScanNote): boolean =>
    judgeCode(codes, parameter, noun(), scan).sentence === undefined;
  if (!isFit(first, other) || !isFit(second, one)) return undefined;
  const texts = { ...Object.fromEntries(parameters), [first.parameter]: other.text, [second.parameter]: one.text };
  return { call: makeCall(operation, texts), scans: [other, one] };
}

/** Returns the call that undoes another, only where the site has confirmed which one does. */
export function useInverse(call: QueuedCall): Call | undefined {
  const { settings, site } = useHandheld();
  const { userId, warehouseId } = settings();
  const known = { userID: userId, userId, opUserID: userId, WarehouseID: warehouseId, wareHoseId: warehouseId };
  return inverseOf(call, site().opposites ?? [], known);
}

/** For a finished call: the call that undoes it, where the site has confirmed one. */
export function UndoAnswered({ call }: { readonly call: QueuedCall }) {
  const { save } = useHandheld();
  const { problem, attempt } = useAttempt();
  const inverse = useInverse(call);
  if (!inverse) return null;
  const name = callName(inverse);

  const saveInverse = (): Promise<boolean> =>
    attempt(async () => {
      const { seq } = await save(inverse, call.scans, false);
      go(`/queue/${seq}`, cameFrom());
    });

  return (
    <AskFirst
      button={{ icon: icons.undo, children: historyWords().undo({ operation: name }) }}
      isKept
      ask={historyWords().undoAsk({ operation: name })}
      yes={historyWords().undoYes}
      kind="primary"
      onYes={() => void saveInverse()}
    >
      <Alert text={problem} />
    </AskFirst>
  );
}
