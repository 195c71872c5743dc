import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { Answer, AnswerText } from '#tasks/answer/Answer.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { FactList } from '#ui/Facts.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { useEffect, useRef, useState } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import { type ReadBack, readBackOf, ruleSays, readBackQuestion } from '#contract/readBack.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { explain } from '#tasks/task/explain.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { ago } from '#i18n/ago.ts';
import { shownTime } from '#i18n/figures.ts';
import { type Call, makeCall } from '#contract/call.ts';
import type { SiteConfiguration } from '#contract/site.ts';

export interface LookItUpProps {
  readonly call: QueuedCall;
  readonly readBacks: ReadBacks;
}

/** Asks for what shows whether the call was done, and sets the answer beside what was read before the call was sent. */
export function LookItUp({ call, readBacks: { found: all, ask } }: LookItUpProps) {
  const { site } = useHandheld();
  const question = lookUpFor(call, site());
  if (!question) return <p className="hint">{words('call').noLookUp}</p>;
  const of = { operation: question.operation, subject: question.parameters[0]?.[1] ?? '' };
  const found = all.get(call.seq);
  const before = call.readAnswers?.find(({ when }) => when === 'before');
  return (
    <>
      <Button size="big" kind="primary" icon={icons.lookUp} onClick={() => void ask(call)}>
        {words('call').lookUp}
      </Button>
      <p className="hint">
        <Code text={`${question.operation} ${question.parameters.map(([, text]) => text).join(' ')}`} />
      </p>
      {(found || before) && (
        <div className="side-by-side">
          <Section title={words('call').thisCall}>
            <FactList facts={call.parameters.map(([label, text]) => ({ label, value: <Code text={text} /> }))} />
          </Section>
          {before && (
            <Section title={words('call').before} hint={words('call').asked({ at: shownMoment(before.at) })}>
              <AnswerText text={before.text} of={of} />
            </Section>
          )}
          {found && (
            <Section title={words('call').now}>
              <Answer lookUp={found} of={of} />
            </Section>
          )}
        </div>
      )}
    </>
  );
}

export type ReadBackFound = 'loading' | LookUp;

export interface ReadBacks {
  /** The answers found while this screen is open, by the key of the call. */
  readonly found: ReadonlyMap<number, ReadBackFound>;
  readonly ask: (call: QueuedCall) => Promise<void>;
}

/**
 * Asks what shows whether these calls were done. Where the site has confirmed the look-up, each unconfirmed one is
 * asked about untapped, one at a time: once while the screen is open, and again when the network is back.
 */
export function useReadBacks(calls: readonly QueuedCall[]): ReadBacks {
  const { outbox, settings, lookUp } = useHandheld();
  const { gateway } = useView(outbox);
  const { site } = useAppView();
  const [found, setFound] = useState<ReadBacks['found']>(new Map());
  const asked = useRef(new Set<number>());

  /** @param operator - whose tap it was; empty: nobody's */
  async function ask(call: QueuedCall, operator = ''): Promise<void> {
    const question = lookUpFor(call, site);
    if (!question) return;
    const show = (of: ReadBackFound): void => setFound((before) => new Map(before).set(call.seq, of));
    show('loading');
    try {
      const answer = await lookUp(question);
      show(answer);
      if (!answer.fresh || !answer.answer) return;
      const { text, at } = answer.answer;
      await outbox.noteRead(call.seq, { when: 'after', question, text, at });
      const readBack = readBackOf(site.readBacks, call.operation);
      const by = readBack?.confirmedBy;
      if (!readBack || by === undefined || ruleSays(readBack, call, text) !== 'done') return;
      const before = call.readAnswers?.find(({ when }) => when === 'before');
      if (before && ruleSays(readBack, call, before.text) === 'done') return; // as it was already: that proves nothing
      const reason = words('call').ruledDone({ by, answer: text ?? '' });
      await outbox.decide(call.seq, { kind: 'ruledDone', reason, operator });
    } catch (error) {
      show({ fresh: false, reason: explain(error) });
    }
  }

  const isAsking = [...found.values()].includes('loading');
  useEffect(() => {
    if (gateway === 'unreachable') asked.current.clear();
    if (gateway !== 'reachable' || isAsking) return;
    const next = calls.find(
      ({ seq, state, operation }) =>
        state === 'unconfirmed' && !asked.current.has(seq) && readBackOf(site.readBacks, operation)?.confirmedBy,
    );
    if (!next) return;
    asked.current.add(next.seq);
    void ask(next);
  });
  return { found, ask: (call) => ask(call, settings().userId) };
}

/** A call may take effect this long after it was sent: until then “not done” is no evidence. Assumption A-08. */
const SETTLES_WITHIN_MS = 130_000;

const SAID_NOW_MS = 60_000;

/** Says what the site's look-up shows of a call, as it is now; nothing where its rule is not sure. @param now - Unix ms */
export function readBackSaid(
  call: QueuedCall,
  readBacks: readonly ReadBack[],
  found: ReadBackFound | undefined,
  now: number,
): string | undefined {
  const readBack = readBackOf(readBacks, call.operation);
  if (!readBack || found === undefined || found === 'loading' || !found.fresh || !found.answer) return undefined;
  const { text, at } = found.answer;
  const says = ruleSays(readBack, call, text);
  if (says === undefined) return undefined;
  const { deliveryCode, storeCode } = Object.fromEntries(call.parameters);
  const fact =
    call.operation === 'RevertOff' && deliveryCode && storeCode
      ? words('call').onShelf[says]({ delivery: deliveryCode, shelf: storeCode })
      : words('call').ruleSays[says]({ call: subjectOf(call) });
  const settlesAt = call.changedAt + SETTLES_WITHIN_MS;
  const isEarly = says === 'not-done' && at < settlesAt && settlesAt - at <= SETTLES_WITHIN_MS;
  return [
    fact,
    ...(now - at >= SAID_NOW_MS ? [words('lookUp').fresh({ ago: ago(now - at) })] : []),
    ...(isEarly
      ? [words('call').tooEarly({ at: shownTime(settlesAt, { timeStyle: 'medium', hourCycle: 'h23' }) })]
      : []),
    ...(says === 'done' && readBack.confirmedBy === undefined ? [words('call').ruleUnconfirmed] : []),
  ].join(' ');
}

/** The question that shows what became of a write: the site's read-back; for a bag, by name only, its details. */
export function lookUpFor(
  call: Pick<QueuedCall, 'operation' | 'parameters' | 'scans'>,
  { readBacks }: Pick<SiteConfiguration, 'readBacks'>,
): Call | undefined {
  const readBack = readBackOf(readBacks, call.operation);
  if (readBack) return readBackQuestion(readBack, call);
  const bagCode = call.scans[0]?.text;
  if (call.operation !== 'CompleteBag' && call.operation !== 'AgainOpenBag') return undefined;
  return bagCode === undefined ? undefined : makeCall('GetBagDetailByBagCode', { bagCode });
}
