import { useState } from 'react';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall } from '#outbox/queuedCall.ts';
import { Answer } from '#tasks/Answer.tsx';
import { lookUpFor } from '#tasks/callFacts.ts';
import { useHandheld } from '#tasks/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Facts } from '#ui/Facts.tsx';
import { messages } from '#ui/messages.ts';
import { useNow } from '#ui/useNow.ts';

const words = messages.call;

/** Asks the service for what shows whether the call was done, and sets it beside the call. */
export function LookItUp({ call }: { readonly call: QueuedCall }) {
  const { lookUp, explain } = useHandheld();
  const [found, setFound] = useState<'asking' | LookUp>();
  const now = useNow();
  const question = lookUpFor(call);
  if (!question) return <p className="hint">{words.noLookUp}</p>;

  function ask(of: NonNullable<typeof question>): void {
    setFound('asking');
    lookUp(of).then(setFound, (error: unknown) => setFound({ fresh: false, reason: explain(error) }));
  }

  return (
    <>
      <Button size="big" kind="primary" icon="lookUp" wide onClick={() => ask(question)}>
        {words.lookUp}
      </Button>
      <p className="hint">
        <Code text={`${question.operation} ${question.parameters.map(([, text]) => text).join(' ')}`} />
      </p>
      {found && (
        <div className="side-by-side">
          <section className="stack" aria-label={words.thisCall}>
            <h2 className="section-head">{words.thisCall}</h2>
            <Facts facts={call.parameters.map(([label, text]) => ({ label, value: <Code text={text} /> }))} />
          </section>
          <section className="stack" aria-label={messages.lookUp.answer}>
            <h2 className="section-head">{messages.lookUp.answer}</h2>
            <Answer lookUp={found} now={now} />
          </section>
        </div>
      )}
    </>
  );
}
