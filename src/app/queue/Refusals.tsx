import { useAppContext } from '#app/frame/appContext.ts';
import { CallRows } from '#app/frame/CallRows.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Section.tsx';

/** Refusals listed at once; the rest comes as these are looked at. */
const SHOWN = 20;

/** Calls that the service refused and that nobody has looked at yet. */
export function Refusals() {
  const { appState } = useAppContext();
  const { outbox } = appState.handheld;
  const { unseen } = useView(outbox);
  const shown = unseen.slice(-SHOWN);
  const calls = useCalls(shown);
  if (unseen.length === 0) return null;
  return (
    <Section title={words('history').refusals} count={unseen.length} hint={words('history').refusalsHint}>
      <CallRows name={words('history').refusals} calls={calls} />
      <Button icon="eye" wide onClick={() => void outbox.seen(shown)}>
        {words('history').seen}
      </Button>
    </Section>
  );
}
