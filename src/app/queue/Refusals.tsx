import { useFloor } from '#app/frame/floor.ts';
import { callLink } from '#app/frame/places.tsx';
import { CallRow } from '#tasks/calls/CallRow.tsx';
import { callName } from '#tasks/catalogue/callName.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Section.tsx';

/** Refusals listed at once; the rest comes as these are looked at. */
const SHOWN = 20;

/** Calls that the service refused and that nobody has looked at yet. */
export function Refusals({ now }: { readonly now: number }) {
  const { base } = useFloor();
  const { outbox } = base.handheld;
  const { unseen } = useView(outbox);
  const shown = unseen.slice(-SHOWN);
  const calls = useCalls(shown);
  if (unseen.length === 0) return null;
  return (
    <Section title={words('history').refusals} count={unseen.length} hint={words('history').refusalsHint}>
      <ol className="list" aria-label={words('history').refusals}>
        {calls.map((call) => (
          <CallRow key={call.seq} call={call} link={callLink} now={now} name={callName(call)} />
        ))}
      </ol>
      <Button icon="eye" wide onClick={() => void outbox.seen(shown)}>
        {words('history').seen}
      </Button>
    </Section>
  );
}
