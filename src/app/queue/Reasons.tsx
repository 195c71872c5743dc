import { CallRows } from '#app/frame/CallRows.tsx';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

const FEW = 3;
const MANY = 100;

/** Calls that the service refused, or whose answers no rule knows, and that nobody has looked at: by what it said. */
export function Reasons() {
  const { outbox } = useHandheld();
  const { unseen, unclear } = useView(outbox);
  const calls = useCalls([...unseen, ...unclear]);
  return [...byReason(calls)].map(([reason, alike]) => {
    const name = reason || words('lookUp').noText;
    const rows = <CallRows name={words('queue').parts.needsYou} calls={alike.slice(0, MANY)} />;
    return (
      <div className="stack" key={reason}>
        <h3 className="verbatim" translate="no">
          {name} <span className="count">{shownNumber(alike.length)}</span>
        </h3>
        {alike.length <= FEW ? rows : <Fold title={words('history').showAll({ many: alike.length })}>{rows}</Fold>}
        <Button icon={laterIcons.done} wide onClick={() => void outbox.seen(alike.map(({ seq }) => seq))}>
          {words('history').seen}
        </Button>
      </div>
    );
  });
}

/** The service's words without the codes of the call; empty where it said nothing. */
export function reasonOf({ scans, parameters, result }: Pick<QueuedCall, 'scans' | 'parameters' | 'result'>): string {
  const values = [...scans.map(({ text }) => text), ...parameters.map(([, text]) => text)];
  const longestFirst = values.filter((text) => text.length > 1).sort((one, other) => other.length - one.length);
  return longestFirst.reduce((text, value) => text.replaceAll(value, '…'), result?.text ?? '').trim();
}

/** The calls by their reason, in the order in which the reasons come first. */
export function byReason(calls: readonly QueuedCall[]): ReadonlyMap<string, readonly QueuedCall[]> {
  const groups = new Map<string, QueuedCall[]>();
  for (const call of calls) {
    const reason = reasonOf(call);
    const group = groups.get(reason) ?? [];
    groups.set(reason, [...group, call]);
  }
  return groups;
}
