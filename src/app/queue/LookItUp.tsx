import { useState } from 'react';
import type { Decision } from './decision.ts';
import { type ReadBack, readBackOf, ruleSays } from '#contract/readBack.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { Answer, AnswerText } from '#tasks/answer/Answer.tsx';
import { lookUpFor } from '#tasks/catalogue/lookUpFor.ts';
import { useCallQueue, useSettings, useLookUps } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Problem } from '#ui/Problem.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { words } from '#i18n/words.ts';
import { useNow } from '#ui/useNow.ts';
import { Section } from '#ui/Section.tsx';
import { explain } from '#tasks/task/explain.ts';

/** A call may take effect this long after it was sent: until then “not done” is no evidence. Assumption A-08. */
const SETTLES_WITHIN_MS = 130_000;

export interface LookItUpProps {
  readonly call: QueuedCall;
  readonly decide: (decision: Decision) => Promise<boolean>;
}

/**
 * Asks the service for what shows whether the call was done, keeps the answer with the call, and sets it beside what
 * was read before the call was sent. A rule decides only what it is sure of, and only where somebody has confirmed it.
 */
export function LookItUp({ call, decide }: LookItUpProps) {
  const { outbox } = useCallQueue();
  const { site } = useSettings();
  const { lookUp } = useLookUps();
  const [found, setFound] = useState<'loading' | LookUp>();
  const now = useNow();
  const question = lookUpFor(call, site());
  const readBack = readBackOf(site().readBacks, call.operation);
  if (!question) return <p className="hint">{words('call').noLookUp}</p>;

  async function ask(of: NonNullable<typeof question>): Promise<void> {
    setFound('loading');
    const answer = await lookUp(of);
    setFound(answer);
    if (!answer.fresh || !answer.answer) return;
    const { text, at } = answer.answer;
    await outbox.noteRead(call.seq, { when: 'after', question: of, text, at });
    const by = readBack?.confirmedBy;
    if (readBack && by !== undefined && ruleSays(readBack, call, text) === 'done') {
      await decide({ kind: 'ruledDone', reason: words('call').ruledDone({ by, answer: text ?? '' }) });
    }
  }

  const before = call.readAnswers?.find(({ when }) => when === 'before');
  return (
    <>
      <Button
        size="big"
        kind="primary"
        icon="lookUp"
        wide
        onClick={() => void ask(question).catch((error: unknown) => setFound({ fresh: false, reason: explain(error) }))}
      >
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
              {found !== 'loading' && <Reading call={call} readBack={readBack} found={found} now={now} />}
            </Section>
          )}
        </div>
      )}
    </>
  );
}

interface ReadingProps {
  readonly call: QueuedCall;
  readonly readBack: ReadBack | undefined;
  readonly found: LookUp;
  readonly now: number;
}

/** What the site's rule makes of the answer, where it does not decide by itself. */
function Reading({ call, readBack, found, now }: ReadingProps) {
  if (!readBack || !found.fresh || !found.answer) return null;
  const says = ruleSays(readBack, call, found.answer.text);
  if (says === undefined) return null;
  const settledAt = call.changedAt + SETTLES_WITHIN_MS;
  if (says === 'not-done' && now < settledAt && settledAt - now <= SETTLES_WITHIN_MS) {
    return <Problem text={words('call').tooEarly({ at: shownMoment(settledAt) })} />;
  }
  return <p>{words('call').ruleSays[says]}</p>;
}
