import { type FormEvent, useState } from 'react';
import { cameFrom, go } from '#ui/Link.tsx';
import { type Call, makeCall } from '#contract/call.ts';
import { InvalidParameter } from '#contract/errors.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { useHandheld, useSupervisor } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Field, focusInvalid } from '#ui/Field.tsx';
import { AskFirst, type AskFirstProps, Panel } from '#ui/Panel.tsx';
import { Alert } from '#ui/Problem.tsx';
import { askedWords } from '#i18n/words/asked.ts';
import { callWords } from '#i18n/words/call.ts';
import { explain, nameOfMember } from '#tasks/task/explain.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Choice } from '#ui/Choice.tsx';
import { icons } from '#ui/icons.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

export interface CorrectCallProps {
  readonly call: QueuedCall;
  readonly decide: (decision: Decision) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Returns the scans of the old call, with the values that were corrected in the place of those that were wrong. */
function corrected(call: QueuedCall, made: Call): readonly ScanNote[] {
  const now = new Map(made.parameters);
  const replaced = new Map(call.parameters.map(([name, before]) => [before, now.get(name) ?? before]));
  return call.scans.map((scan) => {
    const text = replaced.get(scan.text) ?? scan.text;
    return text === scan.text ? scan : { text, source: 'typed', at: Date.now() };
  });
}

/** A held call's values, to be corrected into a new call. The new one is on disk before the old one is given up. */
export function CorrectCall({ call, decide, onClose }: CorrectCallProps) {
  const { save } = useHandheld();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(Object.fromEntries(call.parameters));
  /** The parameter that what went wrong is about. */
  const [wrong, setWrong] = useState<string>();
  const { problem, attempt } = useAttempt((error) => {
    setTimeout(focusInvalid, 0); // once it is marked
    setWrong(error instanceof InvalidParameter ? error.parameter : undefined);
    return explain(error);
  });

  async function saveNew(): Promise<void> {
    for (const [name, before] of call.parameters) {
      if (before !== '' && (values[name] ?? '').trim() === '')
        throw new InvalidParameter(name, callWords().valueNeeded);
    }
    const made = makeCall(call.operation, values);
    const { seq } = await save(made, corrected(call, made), true, call.seq);
    if (await decide({ kind: 'discarded', reason: callWords().replacedBy({ seq }) })) go(`/queue/${seq}`, cameFrom());
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void attempt(saveNew);
  }

  return (
    <Panel title={callWords().correct}>
      <form className="stack" onSubmit={submit}>
        <p className="hint">{callWords().correctHint}</p>
        {call.parameters.map(([name]) => (
          <Field
            key={name}
            caption={nameOfMember(name)}
            value={values[name] ?? ''}
            problem={wrong === name ? problem : undefined}
            onChange={(text) => setValues({ ...values, [name]: text })}
            acceptsScan
          />
        ))}
        <Alert text={wrong === undefined ? problem : undefined} />
        <Button size="big" onClick={onClose}>
          {askedWords().no}
        </Button>
        <Button size="big" kind="primary" submit>
          {callWords().saveNew}
        </Button>
      </form>
    </Panel>
  );
}

/** A decision without its maker, who is the one at work. */
type DistributiveOmit<E, K extends string> = E extends unknown ? Omit<E, K> : never;
export type Decision = DistributiveOmit<Extract<QueueEvent, { operator: string }>, 'operator'>;

interface DiscardCallProps extends Pick<AskFirstProps, 'isAsking' | 'onAsk'> {
  /** True where the service may have acted on it. */
  readonly mayHaveRun: boolean;
  readonly decide: (decision: Decision) => Promise<boolean>;
}

/** Gives a call up, with a reason that stays in its history. */
export function DiscardCall({ mayHaveRun, decide, ...asking }: DiscardCallProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const supervisor = useSupervisor();

  function choose(text: string): void {
    setReason(text);
    setProblem(undefined);
  }

  async function discard(): Promise<void> {
    if (reason.trim() === '') setProblem(callWords().reasonMissing);
    else if (await supervisor.ask()) await decide({ kind: 'discarded', reason });
  }

  return (
    <div className="apart stack">
      <AskFirst
        {...asking}
        button={{ kind: 'danger', size: 'plain', icon: icons.trash, children: callWords().discard }}
        title={callWords().discardTitle}
        ask={mayHaveRun ? callWords().discardDoubt : callWords().discardHint}
        yes={callWords().discard}
        kind="danger"
        icon={icons.trash}
        onYes={() => void discard()}
      >
        <Choice
          caption={callWords().reason}
          options={Object.values(callWords().reasons).map((text) => [text, text])}
          value={Object.values(callWords().reasons).find((text) => text === reason)}
          onChange={choose}
        />
        <Field caption={callWords().reasonText} value={reason} problem={problem} onChange={choose} acceptsScan />
      </AskFirst>
    </div>
  );
}
