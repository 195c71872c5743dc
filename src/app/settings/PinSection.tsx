import { type FormEvent, useState } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import { SHORTEST_PIN } from '#device/pin.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Section } from '#ui/Page.tsx';
import { words } from '#i18n/words.ts';

export interface PinSectionProps {
  /** Says what has become of the PIN: setting it closes this section too. */
  readonly onSaid: (sentence: string) => void;
}

/** The supervisor's PIN of this handheld, where the site has none. Shown to a supervisor. */
export function PinSection({ onSaid }: PinSectionProps) {
  const appState = useAppState();
  const { site, hasOwnPin } = useView(appState);
  const [pin, setPin] = useState('');
  const { problem, setProblem, attempt } = useAttempt();

  async function keep(next: string | undefined): Promise<void> {
    onSaid('');
    const isSet = await attempt(async () => appState.people.setPin(next));
    if (!isSet) return;
    setPin('');
    onSaid(next === undefined ? words('ownPin').removed : words('ownPin').kept);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (/^[0-9]+$/.test(pin) && pin.length >= SHORTEST_PIN) void keep(pin);
    else setProblem(words('ownPin').short);
  }

  return (
    <Section title={words('pin').title} fold="shut">
      {site.supervisorPin ? (
        <p>{words('ownPin').ofSite}</p>
      ) : (
        <form className="stack" onSubmit={submit} noValidate>
          <p>{hasOwnPin ? words('ownPin').isSet : words('ownPin').none}</p>
          <Field
            label={words('ownPin').new}
            type="password"
            inputMode="numeric"
            autoComplete="new-password"
            hint={words('ownPin').hint}
            value={pin}
            onChange={setPin}
            problem={problem}
          />
          <Button size="big" submit>
            {words('ownPin').keep}
          </Button>
          {hasOwnPin && (
            <Button size="big" onClick={() => void keep(undefined)}>
              {words('ownPin').remove}
            </Button>
          )}
        </form>
      )}
    </Section>
  );
}
