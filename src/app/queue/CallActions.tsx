import { useState } from 'react';
import { CorrectCall } from './CorrectCall.tsx';
import { DiscardCall } from './DiscardCall.tsx';
import { LookItUp } from './LookItUp.tsx';
import type { SiteConfiguration } from '#contract/site.ts';
import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import type { Decision } from './decision.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { callWords as words } from '#i18n/en/call.ts';
import { printWords } from '#i18n/en/print.ts';

type Part = 'sure' | 'done' | 'discard' | 'correct';

/** What a person can do about a call as it stands. Source: DESIGN section 4. */
export function CallActions({ call }: { readonly call: QueuedCall }) {
  const { outbox, settings, site, explain, awaited } = useHandheld();
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState<{ readonly part: Part; readonly of: State }>();

  /** @returns whether it is decided; what went wrong is said. */
  async function decide(decision: Decision): Promise<boolean> {
    setProblem(undefined);
    if (decision.kind === 'printNow') awaited(call.seq); // before its answer can come
    try {
      await outbox.decide(call.seq, { ...decision, operator: settings().userId });
      return true;
    } catch (error) {
      setProblem(explain(error));
      return false;
    }
  }

  const { state, inDoubt } = call;
  const { userId } = settings();
  const isAnothers = call.operator !== userId;
  const maySend = !isAnothers || maySendFor(site(), userId);
  const canCancel = (state === 'waiting' && !inDoubt) || state === 'asking';
  const part = shown?.of === state ? shown.part : undefined; // what was open belongs to the state it was opened in
  const open = (next: Part) => (): void => setShown({ part: next, of: state });
  const close = (): void => setShown(undefined);
  return (
    <>
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
      {state === 'asking' && (
        <Button size="big" kind="primary" icon="print" wide onClick={() => void decide({ kind: 'printNow' })}>
          {printWords.printNow}
        </Button>
      )}
      {canCancel && <Cancel isOpen={part === 'sure'} onOpen={open('sure')} onClose={close} decide={decide} />}
      {state === 'unconfirmed' && (
        <section className="stack" aria-label={words.decide}>
          <LookItUp call={call} decide={decide} />
          <h2 className="section-head">{words.decide}</h2>
          {isAnothers && (
            <p className="hint">{maySend ? words.ofAnother(call.operator) : words.notYours(call.operator)}</p>
          )}
          <WasDone isOpen={part === 'done'} onOpen={open('done')} onClose={close} decide={decide} />
          {maySend && <SendAgain isOpen={part === 'sure'} onOpen={open('sure')} onClose={close} decide={decide} />}
        </section>
      )}
      {state === 'held' &&
        (!maySend ? (
          <p className="hint">{words.notYours(call.operator)}</p>
        ) : part === 'correct' ? (
          <CorrectCall call={call} decide={decide} onClose={close} />
        ) : (
          <Button size="big" kind="primary" wide onClick={open('correct')}>
            {words.correct}
          </Button>
        ))}
      {(state === 'unconfirmed' || state === 'held') && (
        <DiscardCall
          mayHaveRun={state === 'unconfirmed'}
          isOpen={part === 'discard'}
          onOpen={open('discard')}
          onClose={close}
          decide={decide}
        />
      )}
    </>
  );
}

/** Whether a worker may send what another one made: everybody, or where the site names supervisors these. */
function maySendFor({ supervisors }: Pick<SiteConfiguration, 'supervisors'>, userId: string): boolean {
  return supervisors.length === 0 || supervisors.includes(userId);
}

interface StepProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly decide: (decision: Decision) => Promise<boolean>;
}

function WasDone({ isOpen, onOpen, onClose, decide }: StepProps) {
  return (
    <>
      <Button size="big" icon="done" wide expanded={isOpen} onClick={isOpen ? onClose : onOpen}>
        {words.wasDone}
      </Button>
      {isOpen && (
        <Panel title={words.wasDoneTitle}>
          <p>{words.wasDoneAsk}</p>
          <Button size="big" wide onClick={onClose}>
            {words.no}
          </Button>
          <Button size="big" kind="primary" wide onClick={() => void decide({ kind: 'saidDone' })}>
            {words.wasDoneYes}
          </Button>
        </Panel>
      )}
    </>
  );
}

function SendAgain({ isOpen, onOpen, onClose, decide }: StepProps) {
  return (
    <>
      <Button size="big" icon="sending" wide expanded={isOpen} onClick={isOpen ? onClose : onOpen}>
        {words.sendAgain}
      </Button>
      {isOpen && (
        <Panel title={words.sendAgainTitle}>
          <p>{words.sendAgainAsk}</p>
          <Button size="big" kind="primary" wide onClick={onClose}>
            {words.no}
          </Button>
          <Button size="big" wide onClick={() => void decide({ kind: 'saidNotDone' })}>
            {words.sendAgainYes}
          </Button>
        </Panel>
      )}
    </>
  );
}

function Cancel({ isOpen, onOpen, onClose, decide }: StepProps) {
  if (!isOpen) {
    return (
      <Button size="big" kind="danger" wide onClick={onOpen}>
        {words.cancel}
      </Button>
    );
  }
  return (
    <Panel title={words.cancel}>
      <p>{words.cancelAsk}</p>
      <Button size="big" wide onClick={onClose}>
        {words.no}
      </Button>
      <Button size="big" kind="danger" wide onClick={() => void decide({ kind: 'cancelled' })}>
        {words.cancelYes}
      </Button>
    </Panel>
  );
}
