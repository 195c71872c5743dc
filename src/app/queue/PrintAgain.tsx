import { useState } from 'react';
import { cameFrom, go } from '#ui/Link.tsx';
import { onButton } from '#tasks/answer/labelOf.ts';
import { createPrintsOf } from '#outbox/printsOf.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Fold } from '#ui/Fold.tsx';
import { AskFirst } from '#ui/Panel.tsx';
import { printWords } from '#i18n/words/print.ts';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';

/** Another label of a print that the service has answered: a call of its own, which a person asks for knowing how many there are. */
export function PrintAgain({ call }: { readonly call: QueuedCall }) {
  const { outbox, save, kept } = useHandheld();
  const [before, setBefore] = useState<number>();
  const many = before ?? 0;
  const { problem, attempt } = useAttempt();
  const code = new Map(call.parameters).get('code') ?? '';

  async function ask(): Promise<void> {
    const prints = await createPrintsOf(outbox, kept)(call.operation, code);
    setBefore(prints.length);
  }
  async function print(): Promise<void> {
    setBefore(undefined); // a second tap is no further label
    const { seq } = await save({ operation: call.operation, parameters: call.parameters }, call.scans, true);
    go(`/queue/${seq}`, cameFrom());
  }

  return (
    <Fold title={printWords().anotherTitle}>
      <p className="hint">{printWords().lastHere}</p>
      <AskFirst
        button={{ icon: icons.print, size: 'plain', children: printWords().another }}
        isAsking={before !== undefined}
        onAsk={(isAsking) => (isAsking ? void attempt(ask) : setBefore(undefined))}
        title={printWords().copyTitle({ copy: many + 1 })}
        ask={printWords().copyAsk({ many })}
        no={printWords().copyNo}
        yes={printWords().copyYes({ code: onButton(code), copy: many + 1 })}
        kind="plain"
        icon={icons.print}
        onYes={() => void attempt(print)}
      />
      <Alert text={problem} />
    </Fold>
  );
}
