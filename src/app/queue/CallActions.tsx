import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { type Decision, CorrectCall, DiscardCall } from './CorrectCall.tsx';
import { Decide, UndoDone } from './Decide.tsx';
import type { ReadBacks } from './LookItUp.tsx';
import { isKeyRefused } from '#outbox/keyRefused.ts';
import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import { maySend } from '#device/session.ts';
import { workerName } from '#device/workers.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { onButton } from '#tasks/answer/labelOf.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { operationsOf } from '#tasks/task/task.ts';
import { AskFirst } from '#ui/Panel.tsx';
import { callWords } from '#i18n/words/call.ts';
import { objectWords } from '#i18n/words/object.ts';
import { printWords } from '#i18n/words/print.ts';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';

type Part = 'sure' | 'discard' | 'correct';

/** Offers what a person can do about a call as it stands. Source: docs/adr/2026-11-21-doubt-ends-with-the-ledger.md. */
export function CallActions({ call, readBacks }: { readonly call: QueuedCall; readonly readBacks: ReadBacks }) {
  const { outbox, awaited, settings, site } = useHandheld();
  const { problem, attempt } = useAttempt();
  const [shown, setShown] = useState<{ readonly part: Part; readonly of: State }>();

  /** @returns whether it is decided; what went wrong is said. */
  function decide(decision: Decision): Promise<boolean> {
    if (decision.kind === 'printNow') awaited(call.seq); // before its answer can come
    return attempt(() => outbox.decide(call.seq, { ...decision, operator: settings().userId }));
  }

  const { state, inDoubt } = call;
  const { userId } = settings();
  const isAnothers = call.operator !== userId;
  const who = workerName(site().workers, call.operator);
  const maySendIt = maySend(site(), userId, call.operator);
  const canCancel = (state === 'waiting' && !inDoubt) || state === 'asking';
  const part = shown?.of === state ? shown.part : undefined; // what was open belongs to the state it was opened in
  const ask = (name: Part, isAsking: boolean): void => setShown(isAsking ? { part: name, of: state } : undefined);
  const oneOf = (name: Part) => ({
    isAsking: part === name,
    onAsk: (isAsking: boolean): void => ask(name, isAsking),
  });
  return (
    <>
      <Alert text={problem} />
      {state === 'asking' && (
        <Button
          size="big"
          kind="primary"
          icon={icons.print}
          about={onButton(subjectOf(call))}
          onClick={() => void decide({ kind: 'printNow' })}
        >
          {printWords().getCode({ code: onButton(subjectOf(call)) })}
        </Button>
      )}
      {canCancel && (
        <AskFirst
          {...oneOf('sure')}
          button={{ kind: 'danger', children: callWords().cancel }}
          ask={callWords().cancelAsk}
          yes={callWords().cancelYes}
          kind="danger"
          onYes={() => void decide({ kind: 'cancelled' })}
        />
      )}
      {state === 'unconfirmed' && (
        <>
          <Decide call={call} readBacks={readBacks} maySend={maySendIt} decide={decide} />
          {isAnothers && (
            <p className="hint">{maySendIt ? callWords().ofAnother({ who }) : callWords().notYours({ who })}</p>
          )}
        </>
      )}
      {call.undo && <UndoDone call={call} decide={decide} />}
      {state === 'held' &&
        (!maySendIt ? (
          <p className="hint">{callWords().notYours({ who })}</p>
        ) : part === 'correct' ? (
          <CorrectCall call={call} decide={decide} onClose={() => ask('correct', false)} />
        ) : (
          <Button size="big" kind="primary" onClick={() => ask('correct', true)}>
            {callWords().correct}
          </Button>
        ))}
      {maySendIt && isKeyRefused(site(), call) && (
        <AskFirst
          {...oneOf('sure')}
          button={{ icon: icons.sending, children: callWords().sendAgain }}
          title={callWords().sendAgainTitle}
          ask={callWords().keyRefusedAsk}
          yes={callWords().sendAgainYes}
          kind="plain"
          onYes={() => void decide({ kind: 'ruledKeyRefused' })}
        />
      )}
      {(state === 'cancelled' || call.result?.verdict === 'refused') && <ToTask call={call} />}
      {(state === 'unconfirmed' || state === 'held') && (
        <DiscardCall mayHaveRun={state === 'unconfirmed'} decide={decide} {...oneOf('discard')} />
      )}
    </>
  );
}

/** The task of what was not done, with its first code: it is offered there, as a tap that opens a screen saves no call. */
function ToTask({ call: { operation, scans } }: { readonly call: QueuedCall }) {
  const { site } = useHandheld();
  const pendingScans = usePendingScans();
  const task = tasksOf(site()).find((one) => operationsOf(one).includes(operation));
  if (!task) return null;
  const [first] = scans;
  function offer(): void {
    if (!first) return;
    const { raw, repeated: _repeated, ...scan } = first;
    pendingScans.put({ ...scan, text: raw ?? scan.text });
  }
  return (
    <Button size="big" href={task.path} icon={task.icon} onClick={offer}>
      {objectWords().see({ task: first ? `${task.title()} ${first.text}` : task.title() })}
    </Button>
  );
}
