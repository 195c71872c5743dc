import { type ReadBacks, lookUpFor } from './useReadBacks.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { Answer, AnswerText } from '#tasks/answer/Answer.tsx';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Facts } from '#ui/Facts.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { words } from '#i18n/words.ts';
import { useNow } from '#ui/useNow.ts';
import { Section } from '#ui/Page.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

export interface LookItUpProps {
  readonly call: QueuedCall;
  readonly readBacks: ReadBacks;
}

/** Asks for what shows whether the call was done, and sets the answer beside what was read before the call was sent. */
export function LookItUp({ call, readBacks: { found: all, ask } }: LookItUpProps) {
  const { site } = useHandheld();
  const now = useNow();
  const question = lookUpFor(call, site());
  if (!question) return <p className="hint">{words('call').noLookUp}</p>;
  const found = all.get(call.seq);
  const before = call.readAnswers?.find(({ when }) => when === 'before');
  return (
    <>
      <Button size="big" kind="primary" icon={laterIcons.lookUp} wide onClick={() => void ask(call)}>
        {words('call').lookUp}
      </Button>
      <p className="hint">
        <Code text={`${question.operation} ${question.parameters.map(([, text]) => text).join(' ')}`} />
      </p>
      {(found || before) && (
        <div className="side-by-side">
          <Section title={words('call').thisCall}>
            <Facts facts={call.parameters.map(([label, text]) => ({ label, value: <Code text={text} /> }))} />
          </Section>
          {before && (
            <Section title={words('call').before} hint={words('call').asked({ at: shownMoment(before.at) })}>
              <AnswerText text={before.text} />
            </Section>
          )}
          {found && (
            <Section title={words('call').now}>
              <Answer lookUp={found} now={now} />
            </Section>
          )}
        </div>
      )}
    </>
  );
}
