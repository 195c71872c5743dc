import { HoldButton } from '#ui/HoldButton.tsx';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type ScanNote, isOpen } from '#outbox/state/queuedCall.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { type AskedMode, askingOf } from './asking.ts';
import type { FlowState } from './taskFlow.ts';
import { shortened } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';
import { askedWords } from '#i18n/words/asked.ts';
import { callWords } from '#i18n/words/call.ts';
import { decidingWords } from '#i18n/words/deciding.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';
import { leaveWords } from '#i18n/words/leave.ts';
import { offeredWords } from '#i18n/words/offered.ts';
import { ago } from '#i18n/ago.ts';
import { useNow } from '#ui/useNow.ts';
import { type Drawing, icons } from '#ui/icons.ts';
import type { Saying } from '#ui/ResultBanner.tsx';

interface PlaceAnswersProps {
  readonly noun: string;
  readonly run: {
    readonly place?: (scan: ScanNote) => void;
    readonly beginAnew?: (scan: ScanNote) => void;
    readonly forgetPlace?: () => void;
  };
  /** The first thing that is scanned here, where something is begun: it can be set aside for this scan. */
  readonly anew?: string | undefined;
}

/** The answers to what a code of another screen is: no task takes it unasked. */
function PlaceAnswers({ noun, run, anew }: PlaceAnswersProps) {
  const pendingScans = usePendingScans();
  function answer(by?: (scan: ScanNote) => void): void {
    const scan = pendingScans.take();
    if (scan && by) by(scan);
    else run.forgetPlace?.();
  }
  return (
    <>
      <LeaveOr
        leave={homeTasksWords().forget}
        onLeave={() => answer()}
        onTake={() => answer(run.place)}
        word={askedWords().itIs({ noun })}
      />
      {anew !== undefined && (
        <Button size="big" onClick={() => answer(run.beginAnew)}>
          {offeredWords().handedOverAnew({ noun: anew })}
        </Button>
      )}
    </>
  );
}

/** Returns what is asked on a screen, and what its band says: a code of another screen with how old it is, else what was said. */
export function useAsked(view: FlowState, takesPending: boolean) {
  const { notice } = view;
  const [first] = useView(usePendingScans());
  const pending = takesPending ? first : undefined;
  const asking = useMemo(() => askingOf(view, { pending }), [view, pending]);
  const ageMs = useNow() - (pending?.at ?? Number.POSITIVE_INFINITY);
  const age = ageMs < A_MINUTE_MS ? '' : `(${ago(ageMs)})`;
  const said = useMemo((): Saying | undefined => {
    const isTold = notice?.tone === 'asked';
    if (asking?.kind !== 'place' && asking?.kind !== 'decision') return isTold && !asking ? undefined : notice;
    const code = shortened(asking.scan.text);
    const question =
      asking.kind === 'place'
        ? offeredWords().handedOver({ text: code })
        : decidingWords().first({ text: code, seq: asking.seq });
    return {
      tone: isTold ? 'asked' : 'repeat',
      text: [question, age, isTold ? notice.text : ''].filter((text) => text !== '').join(' '),
    };
  }, [asking, notice, age]);
  return { asking, said };
}

const A_MINUTE_MS = 60_000;

interface DecisionAnswersProps {
  readonly seq: number;
  readonly run: { readonly goBehind?: () => void; readonly decided?: () => void; readonly leaveDecision?: () => void };
}

/** The answers about a code whose last call is to be decided about. Where that was done meanwhile, it is asked what the code is. */
function DecisionAnswers({ seq, run }: DecisionAnswersProps) {
  const doubts = useView(useHandheld().doubts);
  const isDecided = doubts !== undefined && !doubts.some((one) => one.seq === seq);
  useEffect(() => {
    if (isDecided) run.decided?.();
  }, [isDecided, run]);
  return (
    <>
      <Button size="big" kind="primary" href={`/queue/${seq}`}>
        {decidingWords().decide({ seq })}
      </Button>
      <Button size="big" onClick={() => run.goBehind?.()}>
        {decidingWords().goBehind}
      </Button>
      <Button size="big" onClick={() => run.leaveDecision?.()}>
        {askedWords().leaveIt}
      </Button>
    </>
  );
}

export interface FlowQuestionProps extends Omit<PlaceAnswersProps, 'run'> {
  readonly asking: AskedMode | undefined;
  readonly run: PlaceAnswersProps['run'] & DecisionAnswersProps['run'];
}

/** Returns the answers to what the scan flow asks in every task; nothing where it is the task that asks. */
export function answersOf({ asking, run, ...place }: FlowQuestionProps): ReactNode {
  if (asking?.kind === 'place') return <PlaceAnswers run={run} {...place} />;
  return asking?.kind === 'decision' && <DecisionAnswers seq={asking.seq} run={run} />;
}

export interface SaveOrProps {
  /** The call that is there, and which of the two questions is asked of it. */
  readonly seq?: number | undefined;
  readonly isBehind?: boolean | undefined;
  /** True where nobody knows whether the same was done: it is saved again by a hold alone. */
  readonly isInDoubt?: boolean | undefined;
  /** The call that is there, as long as it is not settled. */
  readonly awaits?: number | undefined;
  readonly word?: string;
  readonly onLeave: () => void;
  readonly onSave: () => void;
  /** That call is settled: nothing is asked any more. @defaultValue `onLeave` */
  readonly onSettled?: () => void;
}

/** In the dock while the band asks about a call before it is saved. The next scan goes past it, and so does the end of the call that is there. */
export function SaveOr(props: SaveOrProps) {
  const { seq = 0, isBehind, isInDoubt, awaits, word = askedWords().saveAgain, onLeave, onSave } = props;
  const { doNotSave } = askedWords();
  const isSettled = useIsSettled(awaits, isBehind);
  const { onSettled = onLeave } = props;
  useEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  if (isInDoubt) {
    return (
      <>
        <Button size="big" kind="primary" onClick={onLeave}>
          {doNotSave}
        </Button>
        <HoldButton kind="plain" icon={icons.again} again={callWords().pressAgain} onHeld={onSave}>
          {word}
        </HoldButton>
      </>
    );
  }
  if (!isBehind) return <LeaveOr leave={doNotSave} onLeave={onLeave} onTake={onSave} word={word} icon={icons.again} />;
  return (
    <>
      <Button size="big" kind="primary" href={`/queue/${seq}`}>
        {decidingWords().decide({ seq })}
      </Button>
      <LeaveOr leave={doNotSave} onLeave={onLeave} onTake={onSave} word={decidingWords().saveBehind({ seq })} />
    </>
  );
}

const NONE: readonly number[] = [];

/** Tells whether a call came to its end while it was asked about; `isBehind`: whether nobody has to decide about it any more. */
function useIsSettled(seq: number | undefined, isBehind = false): boolean {
  const [call] = useCalls(useMemo(() => (seq === undefined ? NONE : [seq]), [seq]));
  const [seenOpen, setSeenOpen] = useState<number>();
  if (!call || call.seq !== seq) return false;
  const isNowOpen = isOpen(call.state);
  if (isNowOpen && seenOpen !== seq) setSeenOpen(seq);
  // One that had ended before is asked about all the same: nobody has heard of it.
  return isBehind ? call.state !== 'unconfirmed' && call.state !== 'held' : !isNowOpen && seenOpen === seq;
}

export interface LeaveOrProps {
  readonly onLeave: () => void;
  readonly onTake: () => void;
  readonly word: string;
  /** The end of that word, in a line of its own. */
  readonly about?: string | undefined;
  readonly icon?: Drawing;
  /** The text of the first button. @default the scan is not used */
  readonly leave?: string | undefined;
}

/** In the dock while the band asks about a scan or a call. The next scan goes past it. */
export function LeaveOr({ onLeave, onTake, word, about, icon, leave }: LeaveOrProps) {
  return (
    <>
      <Button size="big" kind="primary" onClick={onLeave}>
        {leave ?? askedWords().leaveIt}
      </Button>
      <Button size="big" icon={icon} about={about} onClick={onTake}>
        {word}
      </Button>
    </>
  );
}

/** Returns the answers to whether what is begun is left, while that is asked: no other question has buttons then. */
export function useLeaveQuestion(): ReactNode {
  const { asked } = useView(leaving);
  const { stay, leave } = leaveWords();
  return asked && <LeaveOr leave={stay} onLeave={leaving.stay} onTake={leaving.leave} word={leave} />;
}
