import { type ReactNode, memo } from 'react';
import type { OperationName } from '#contract/catalogue.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { CallRow } from './CallRow.tsx';
import { Undo } from './Undo.tsx';
import { useHandheld } from '#tasks/task/handheld.ts';
import { saidBeside, whoseOf } from './whose.ts';
import { useCalls, useEarlier } from './useCalls.ts';
import { type Language } from '#contract/languages.ts';
import { callListWords } from '#i18n/words/callList.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useNow } from '#ui/useNow.ts';

const SHOWN_CALLS = 15;

export interface CallListProps {
  readonly operations: readonly OperationName[];
  /** Keys of the calls that this screen has saved, the newest first. */
  readonly seqs: readonly number[];
  /** Rows of calls that were saved just now, by their keys: each stands in until its call is read. */
  readonly fresh?: ReadonlyMap<number, ReactNode>;
  /** Says what a call is called, on a screen of several kinds; the same function each time. */
  readonly nameOf?: ((call: QueuedCall) => string) | undefined;
  /** True where the dock takes calls back: the rows have no button of their own then. */
  readonly hasUndo?: boolean | undefined;
  readonly children?: ReactNode;
}

/** The last calls of a screen, newest first, each as it stands now; those of another worker say whose they are. */
export function CallList({ operations, seqs, fresh, nameOf, hasUndo, children }: CallListProps) {
  const earlier = useEarlier(operations);
  const wanted = [...new Set([...seqs, ...earlier])].sort((a, b) => b - a).slice(0, SHOWN_CALLS);
  const known = useCalls(wanted);
  const now = useNow();
  const unread = wanted.filter((seq) => !known.some((call) => call.seq === seq));
  return (
    <ol className="list" aria-label={callListWords().outbox}>
      {children}
      {unread.map((seq) => fresh?.get(seq))}
      <Calls calls={known} now={now} newest={seqs[0]} nameOf={nameOf} hasUndo={hasUndo} language={useLanguage()} />
    </ol>
  );
}

interface CallsProps extends Pick<CallListProps, 'nameOf' | 'hasUndo'> {
  readonly calls: readonly QueuedCall[];
  readonly now: number;
  readonly newest: number | undefined;
  readonly language: Language;
}

/** Drawn anew where the rows were read anew, not at every scan. */
const Calls = memo(function Calls({ calls, now, newest, nameOf, hasUndo }: CallsProps) {
  const { settings, site } = useHandheld();
  return calls.map((call) => (
    <CallRow
      key={call.seq}
      call={call}
      now={now}
      isNew={call.seq === newest}
      leadsToKnown
      name={saidBeside(nameOf?.(call), whoseOf(call, settings().userId, site()))}
      actions={!hasUndo && undoOf(call)}
    />
  ));
});

function undoOf(call: QueuedCall): ReactNode {
  if (call.state !== 'waiting' || call.inDoubt) return undefined;
  return <Undo call={call} />;
}
