import { useState } from 'react';
import { CallRows } from '#app/frame/CallRows.tsx';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

const FEW = 3;
const AT_ONCE = 100;

/** Calls that the service refused, or whose answers no rule knows, and that nobody has looked at: by what it said. */
export function Reasons() {
  const { outbox } = useHandheld();
  const { unseen, unclear } = useView(outbox);
  const calls = useCalls([...unseen, ...unclear]);
  return [...byReason(calls)].map(([reason, alike]) => {
    const name = reason || words('lookUp').noText;
    const rows = <Alike calls={alike} />;
    return (
      <div className="stack" key={reason}>
        <h3 className="verbatim has-count" translate="no">
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

/** Calls of one reason, some at once: all of them are reached, and a list of thousands is not drawn for who looks at three. */
function Alike({ calls }: { readonly calls: readonly QueuedCall[] }) {
  const [shown, setShown] = useState(AT_ONCE);
  const rest = calls.length - shown;
  return (
    <div className="stack">
      <CallRows name={words('queue').parts.needsYou} calls={calls.slice(0, shown)} />
      {rest > 0 && (
        <Button icon={icons.more} wide onClick={() => setShown(shown + AT_ONCE)}>
          {words('history').showMore({ many: Math.min(rest, AT_ONCE) })}
        </Button>
      )}
    </div>
  );
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
