import { type FormEvent, useState } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import { SHORTEST_PIN } from '#device/pin.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Section } from '#ui/Page.tsx';
import { ownPinWords } from '#i18n/words/ownPin.ts';
import { pinWords } from '#i18n/words/pin.ts';

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
    onSaid(next === undefined ? ownPinWords().removed : ownPinWords().kept);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (/^[0-9]+$/.test(pin) && pin.length >= SHORTEST_PIN) void keep(pin);
    else setProblem(ownPinWords().short);
  }

  return (
    <Section title={pinWords().title} fold="shut">
      {site.supervisorPin ? (
        <p>{ownPinWords().ofSite}</p>
      ) : (
        <form className="stack" onSubmit={submit} noValidate>
          <p>{hasOwnPin ? ownPinWords().isSet : ownPinWords().none}</p>
          <Field
            caption={ownPinWords().new}
            type="password"
            inputMode="numeric"
            autoComplete="new-password"
            hint={ownPinWords().hint}
            value={pin}
            onChange={setPin}
            problem={problem}
          />
          <Button size="big" submit>
            {ownPinWords().keep}
          </Button>
          {hasOwnPin && (
            <Button size="big" onClick={() => void keep(undefined)}>
              {ownPinWords().remove}
            </Button>
          )}
        </form>
      )}
    </Section>
  );
}
