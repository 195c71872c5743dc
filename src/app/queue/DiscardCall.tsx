import { useState } from 'react';
import type { Decision } from './decision.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { callWords as words } from '#i18n/en/call.ts';

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
    if (reason.trim() === '') setProblem(words.reasonMissing);
    else if (await supervisor.ask()) await decide({ kind: 'discarded', reason });
  }

  if (!isOpen) {
    return (
      <div className="apart">
        <Button kind="danger" icon="trash" wide onClick={onOpen}>
          {words.discard}
        </Button>
      </div>
    );
  }
  return (
    <div className="apart">
      <Confirm
        title={words.discardTitle}
        ask={mayHaveRun ? words.discardDoubt : words.discardHint}
        no={words.no}
        yes={words.discard}
        kind="danger"
        icon="trash"
        onNo={onClose}
        onYes={() => void discard()}
      >
        <Choice
          label={words.reason}
          options={words.reasons.map((text) => [text, text])}
          value={words.reasons.find((text) => text === reason)}
          onChange={choose}
        />
        <Field label={words.reasonText} value={reason} problem={problem} onChange={choose} acceptsScan />
      </Confirm>
    </div>
  );
}
