import { useState } from 'react';
import { useUndoTime } from '#app/frame/UndoFor.tsx';
import { useAppView } from '#app/frame/useAppState.ts';
import { useJournal } from './useJournal.ts';
import { sayerName } from './sayer.ts';
import { UndoAnswered, useInverse } from './SwapCall.tsx';
import { FEW_WORDS, isDone } from '#outbox/state/mistake.ts';
import type { QueuedCall, SaidMistake } from '#outbox/state/queuedCall.ts';
import { workerName } from '#device/workers.ts';
import { codeAddress } from '#tasks/answer/CodeLink.tsx';
import { type Opposite, type StandsNow, oppositeOf, saidAfter, saidNow } from '#tasks/object/opposite.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { Field } from '#ui/Field.tsx';
import { AskFirst } from '#ui/Panel.tsx';
import { Alert } from '#ui/Problem.tsx';
import { mistakeWords } from '#i18n/words/mistake.ts';
import { objectWords } from '#i18n/words/object.ts';

/** For a finished call: the way to say that it was a mistake, and what became of that. Source: docs/adr/2026-11-29-who-says-that-it-was-a-mistake.md. */
export function MistakeOf({ call }: { readonly call: QueuedCall }) {
  if (call.mistake) return <Said mistake={call.mistake} />;
  return isDone(call) ? <OnceOver call={call} key={call.undo?.until} /> : null;
}

/** Offers it once nothing of the call can be undone any more. */
function OnceOver({ call }: { readonly call: QueuedCall }) {
  const { isOver } = useUndoTime(call);
  return isOver ? <SayMistake call={call} /> : null;
}

/** The button, and what it opens: the opposite where there is one, and the word to the supervisor. It does nothing by itself. */
function SayMistake({ call }: { readonly call: QueuedCall }) {
  const journal = useJournal();
  const { settings } = useHandheld();
  const { problem, attempt } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const [why, setWhy] = useState('');
  const inverse = useInverse(call);
  const tell = (): Promise<boolean> => attempt(() => journal.sayMistake(call.seq, settings().userId, why));
  return (
    <AskFirst
      button={{ children: mistakeWords().button }}
      isAsking={isAsking}
      onAsk={setAsking}
      ask={mistakeWords().ask}
      yes={mistakeWords().tell}
      kind="primary"
      onYes={() => void tell()}
    >
      <Alert text={problem} />
      <OtherWay call={call} isConfirmed={inverse !== undefined} />
      <UndoAnswered call={call} />
      <Field caption={mistakeWords().why} value={why} isTyped onChange={(text) => setWhy(text.slice(0, FEW_WORDS))} />
    </AskFirst>
  );
}

/** Asks once how the object stands; `undefined` as long as it is asked, `unknown` where that is not known. */
function useStanding(opposite: Opposite | undefined): StandsNow | 'unknown' | undefined {
  const { lookUp, site } = useHandheld();
  return useFresh<StandsNow | 'unknown'>(async (before) => {
    if (before || !opposite) return before ?? 'unknown';
    const found = await lookUp(opposite.question).catch(() => undefined);
    return (found && saidNow(opposite, site(), found)) ?? 'unknown';
  }, opposite?.code ?? '');
}

/**
 * The object as it stands now and would after the opposite, and the way to the task where that is done. It has its place from the first, as
 * what is tapped stands below it.
 */
function OtherWay({ call, isConfirmed }: { readonly call: QueuedCall; readonly isConfirmed: boolean }) {
  const { settings } = useHandheld();
  const { site } = useAppView();
  const [opposite] = useState(() => oppositeOf(call, site, settings()));
  const stands = useStanding(opposite);
  if (!opposite) return null;
  const { task, action, code } = opposite;
  const now = stands === 'unknown' ? undefined : stands;
  const isUnknown = stands === 'unknown';
  const { unknown, already, there } = mistakeWords();
  const hint = now?.isAfter ? already : isConfirmed ? undefined : there;
  const way = objectWords().see({ task: `${action.title()} ${code}` });
  return (
    <>
      <output className="stands">
        <span className="before-now" translate="no">
          <span>
            <span className="label">{mistakeWords().now}</span> {now?.said ?? (isUnknown ? '?' : '…')}
          </span>
          <span aria-hidden="true">→</span>
          <span>
            <span className="label">{mistakeWords().after}</span> <strong>{saidAfter(opposite, site)}</strong>
          </span>
        </span>
        {(isUnknown || hint) && <span className="hint">{isUnknown ? unknown : hint}</span>}
      </output>
      {!isConfirmed && (
        <Button
          size="big"
          icon={action.icon}
          disabled={now === undefined || now.isAfter}
          onClick={() => go(codeAddress(code, task.id))}
        >
          {way}
        </Button>
      )}
    </>
  );
}

/** Shows who said that it was a mistake, and what became of it. */
function Said({ mistake }: { readonly mistake: SaidMistake }) {
  const { site } = useAppView();
  const { by, why, stands } = mistake;
  const settled = stands && stands.is !== 'mistake' ? stands : undefined;
  const who = sayerName(site.workers, settled?.by ?? '');
  return (
    <output className={`row standing is-${settled ? 'plain' : 'check'}`}>
      <strong>{mistakeWords().said({ who: workerName(site.workers, by) })}</strong>
      {why !== undefined && <span>{why}</span>}
      {settled ? (
        <>
          <strong>{mistakeWords().settled[settled.is as 'put-right' | 'no-mistake']({ who })}</strong>
          {settled.why !== undefined && <span>{settled.why}</span>}
        </>
      ) : (
        <span>{stands ? mistakeWords().told : mistakeWords().kept}</span>
      )}
    </output>
  );
}
