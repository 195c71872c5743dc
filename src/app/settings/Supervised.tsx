import { type FormEvent, type ReactNode, useState } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import { SHORTEST_PIN } from '#device/pin.ts';
import { useSupervisor, useView } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
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
    onSaid(next === undefined ? words('people').pinRemoved : words('people').pinKept);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (/^[0-9]+$/.test(pin) && pin.length >= SHORTEST_PIN) void keep(pin);
    else setProblem(words('people').pinShort);
  }

  return (
    <Section title={words('supervisor').pin} isApart>
      {site.supervisorPin ? (
        <p>{words('people').pinOfSite}</p>
      ) : (
        <form className="stack" onSubmit={submit} noValidate>
          <p>{hasOwnPin ? words('people').pinSet : words('people').pinNone}</p>
          <Field
            label={words('people').pinNew}
            type="password"
            inputMode="numeric"
            autoComplete="new-password"
            hint={words('people').pinHint}
            value={pin}
            onChange={setPin}
            problem={problem}
          />
          <Button size="big" submit>
            {words('people').pinKeep}
          </Button>
          {hasOwnPin && (
            <Button size="big" onClick={() => void keep(undefined)}>
              {words('people').pinRemove}
            </Button>
          )}
        </form>
      )}
    </Section>
  );
}

export interface SupervisedProps {
  /** The result of the last change; stands there also where that change has closed it. */
  readonly said?: string;
  readonly children: ReactNode;
}

/** Shows what a supervisor may change; to everybody else one button that asks for one. */
export function Supervised({ said = '', children }: SupervisedProps) {
  const supervisor = useSupervisor();
  return (
    <>
      {supervisor.isOpen ? (
        children
      ) : (
        <Section title={words('supervisor').section} hint={words('people').closed} isApart>
          <Button size="big" icon={icons.supervisor} onClick={() => void supervisor.ask()}>
            {words('people').open}
          </Button>
        </Section>
      )}
      <output className="state is-good">{said}</output>
    </>
  );
}
