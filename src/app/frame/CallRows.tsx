import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { CallRow, type CallRowProps } from '#tasks/calls/CallRow.tsx';
import { callName } from '#tasks/catalogue/callName.ts';
import { saidBeside, whoseOf } from '#tasks/calls/whose.ts';
import { useNow } from '#ui/useNow.ts';
import { useAppView } from './useAppState.ts';

export interface CallRowsProps {
  readonly name: string;
  readonly calls: readonly QueuedCall[];
  readonly isLinked?: boolean | undefined;
  readonly said?: (call: QueuedCall, now: number) => string | undefined;
  readonly isShort?: CallRowProps['isShort'];
  readonly leadsToKnown?: CallRowProps['leadsToKnown'];
}

/** Calls of several kinds, one under the other; those of another worker say whose they are. */
export function CallRows({ name, calls, said, isShort, isLinked, leadsToKnown }: CallRowsProps) {
  const now = useNow();
  const { settings, site } = useAppView();
  return (
    <ol className="list" aria-label={name}>
      {calls.map((call) => (
        <CallRow
          key={call.seq}
          call={call}
          now={now}
          name={saidBeside(callName(call), whoseOf(call, settings?.userId ?? '', site))}
          isLinked={isLinked}
          isShort={isShort}
          leadsToKnown={leadsToKnown}
          said={said?.(call, now)}
        />
      ))}
    </ol>
  );
}
