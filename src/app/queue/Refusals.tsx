import { useAppContext } from '#app/frame/appContext.ts';
import { CallRows } from '#app/frame/CallRows.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Section.tsx';
import { shownNumber } from '#i18n/figures.ts';
import { byReason } from './reasonOf.ts';

/** Answers listed at once; the rest comes as these are looked at. */
const SHOWN = 100;

/** Calls that the service refused, or whose answers no rule knows, and that nobody has looked at yet. */
export function Refusals() {
  const { unseen, unclear } = useView(useAppContext().appState.handheld.outbox);
  const { refusals, refusalsHint, unclear: title, unclearHint } = words('history');
  return (
    <>
      <Unseen title={refusals} hint={refusalsHint} seqs={unseen} />
      <Unseen title={title} hint={unclearHint} seqs={unclear} />
    </>
  );
}

interface UnseenProps {
  readonly title: string;
  readonly hint: string;
  readonly seqs: readonly number[];
}

function Unseen({ title, hint, seqs }: UnseenProps) {
  const { outbox } = useAppContext().appState.handheld;
  const shown = seqs.slice(-SHOWN);
  const calls = useCalls(shown);
  if (seqs.length === 0) return null;
  return (
    <Section title={title} count={seqs.length} hint={hint}>
      {[...byReason(calls)].map(([reason, alike]) => (
        <div className="stack" key={reason}>
          <h3 className="verbatim" translate="no">
            {reason} <span className="count">{shownNumber(alike.length)}</span>
          </h3>
          <CallRows name={title} calls={alike} />
          <Button icon="eye" wide onClick={() => void outbox.seen(alike.map(({ seq }) => seq))}>
            {words('history').seen}
          </Button>
        </div>
      ))}
    </Section>
  );
}
