import { useState } from 'react';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { Confirm } from '#ui/Panel.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** A decision without its maker, who is the one at work. */
type DistributiveOmit<E, K extends string> = E extends unknown ? Omit<E, K> : never;
export type Decision = DistributiveOmit<Extract<QueueEvent, { operator: string }>, 'operator'>;

export interface DiscardCallProps {
  /** Whether the service may have acted on it. */
  readonly mayHaveRun: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly decide: (decision: Decision) => Promise<boolean>;
}

/** Gives a call up, with a reason that stays in its history. */
export function DiscardCall({ mayHaveRun, isOpen, onOpen, onClose, decide }: DiscardCallProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const supervisor = useSupervisor();

  function choose(text: string): void {
    setReason(text);
    setProblem(undefined);
  }

  async function discard(): Promise<void> {
    if (reason.trim() === '') setProblem(words('call').reasonMissing);
    else if (await supervisor.ask()) await decide({ kind: 'discarded', reason });
  }

  if (!isOpen) {
    return (
      <div className="apart">
        <Button kind="danger" icon={laterIcons.trash} wide onClick={onOpen}>
          {words('call').discard}
        </Button>
      </div>
    );
  }
  return (
    <div className="apart">
      <Confirm
        title={words('call').discardTitle}
        ask={mayHaveRun ? words('call').discardDoubt : words('call').discardHint}
        no={words('call').no}
        yes={words('call').discard}
        kind="danger"
        icon={laterIcons.trash}
        onNo={onClose}
        onYes={() => void discard()}
      >
        <Choice
          label={words('call').reason}
          options={Object.values(words('call').reasons).map((text) => [text, text])}
          value={Object.values(words('call').reasons).find((text) => text === reason)}
          onChange={choose}
        />
        <Field label={words('call').reasonText} value={reason} problem={problem} onChange={choose} acceptsScan />
      </Confirm>
    </div>
  );
}
