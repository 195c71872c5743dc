import type { ReactNode } from 'react';
import type { OperationName } from '#contract/catalogue.ts';
import { type CallLink, CallRow } from '#tasks/CallRow.tsx';
import { useCalls, useEarlier } from '#tasks/useCalls.ts';
import { messages } from '#ui/messages.ts';
import { useNow } from '#ui/useNow.ts';

const SHOWN_CALLS = 25;

export interface CallListProps {
  /** Operations of the screen: their calls that were there before are listed too. */
  readonly operations: readonly OperationName[];
  /** Keys of the calls saved on this screen. */
  readonly seqs: readonly number[];
  readonly link: CallLink;
  /** Stands before the calls: what has no row yet. */
  readonly children?: ReactNode;
}

/** The last calls of a screen, newest first, each as it stands now. */
export function CallList({ operations, seqs, link, children }: CallListProps) {
  const earlier = useEarlier(operations);
  const known = useCalls([...new Set([...seqs, ...earlier])]);
  const now = useNow();
  const calls = known.slice(0, SHOWN_CALLS);
  return (
    <ol className="list" aria-label={messages.tasks.outbox}>
      {children}
      {calls.map((call) => (
        <CallRow key={call.seq} call={call} link={link} now={now} named={operations.length > 1} />
      ))}
    </ol>
  );
}
