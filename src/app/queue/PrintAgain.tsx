import { useState } from 'react';
import { go } from '#app/frame/router.tsx';
import { createPrintsOf } from '#outbox/printsOf.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { printWords as words } from '#i18n/en/print.ts';

/** Another label of a print that the service has answered: a call of its own, which a person asks for knowing how many there are. */
export function PrintAgain({ call }: { readonly call: QueuedCall }) {
  const { outbox, kept, save, explain } = useHandheld();
  const [before, setBefore] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const code = new Map(call.parameters).get('code') ?? '';

  async function ask(): Promise<void> {
    setProblem(undefined);
    try {
      const prints = await createPrintsOf({ since: outbox.since, getMany: outbox.getMany, kept })(call.operation, code);
      setBefore(prints.length);
    } catch (error) {
      setProblem(explain(error));
    }
  }
  async function print(): Promise<void> {
    setBefore(undefined); // a second tap is no further label
    try {
      const { seq } = await save({ operation: call.operation, parameters: call.parameters }, call.scans, true);
      go(`/queue/${seq}`);
    } catch (error) {
      setProblem(explain(error));
    }
  }

  return (
    <>
      <p className="hint">{words.lastHere}</p>
      {before === undefined ? (
        <Button icon="print" onClick={() => void ask()}>
          {words.another}
        </Button>
      ) : (
        <Panel title={words.copyTitle(before + 1)}>
          <p>{words.copyAsk(before)}</p>
          <Button size="big" kind="primary" wide onClick={() => setBefore(undefined)}>
            {words.copyNo}
          </Button>
          <Button size="big" icon="print" wide onClick={() => void print()}>
            {words.copyYes(before + 1)}
          </Button>
        </Panel>
      )}
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
    </>
  );
}
