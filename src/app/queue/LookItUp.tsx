import { hasNoGateway } from '#outbox/openCalls.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { Answer, AnswerText } from '#tasks/answer/Answer.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Code } from '#ui/Code.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { callWords } from '#i18n/words/call.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';
import { Section } from '#ui/Page.tsx';
import { useEffect, useRef, useState } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import { type ReadBack, readBackOf, ruleSays, readBackQuestion } from '#site/readBack.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import { explain } from '#tasks/task/explain.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { ago } from '#i18n/ago.ts';
import { shownTime } from '#i18n/figures.ts';
import { type Call, makeCall } from '#contract/call.ts';
import type { SiteConfiguration } from '#site/site.ts';

export interface CallReadsProps {
  readonly call: QueuedCall;
  readonly found: ReadBackFound | undefined;
}

/** Sets what was read before the call was sent beside what is read now, whole, with what was asked. */
export function CallReads({ call, found }: CallReadsProps) {
  const { site } = useHandheld();
  const question = lookUpFor(call, site());
  const before = call.readAnswers?.find(({ when }) => when === 'before');
  if (!question || (!found && !before)) return null;
  const of = { operation: question.operation, subject: question.parameters[0]?.[1] ?? '' };
  return (
    <>
      <div className="side-by-side">
        {before && (
          <Section title={callWords().before} hint={callWords().asked({ at: shownMoment(before.at) })}>
            <AnswerText text={before.text} of={of} />
          </Section>
        )}
        {found && (
          <Section title={callWords().now}>
            <Answer lookUp={found} of={of} />
          </Section>
        )}
      </div>
      <p className="hint">
        {taskAsking(question)?.title()} <Code text={question.parameters.map(([, text]) => text).join(' ')} />
      </p>
    </>
  );
}

/** Finds the task whose look-up a question is. */
function taskAsking({ operation }: Call) {
  return tasks.find((task) => 'lookUp' in task && task.lookUp?.operation === operation);
}

export type ReadBackFound =
  | 'loading'
  | (LookUp & {
      /** Unix ms at which the call was last sent; absent: its tries are not on this handheld. */
      readonly sentAt?: number | undefined;
    });

export interface ReadBacks {
  /** The answers found while this screen is open, by the key of the call. */
  readonly found: ReadonlyMap<number, ReadBackFound>;
  readonly ask: (call: QueuedCall) => Promise<void>;
}

/**
 * Asks what shows whether these calls were done. Each unconfirmed one whose look-up the site has confirmed is asked about
 * untapped, one at a time: once while the screen is open, and again when the network is back.
 *
 * @param isEach - true asks so where nobody has confirmed it too: a person is to decide, and sees what the answer is.
 */
export function useReadBacks(calls: readonly QueuedCall[], isEach = false): ReadBacks {
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
      const lastTry = (await outbox.attemptsOf(call.seq)).at(-1);
      show({ ...answer, sentAt: lastTry?.startedAt });
      if (!answer.fresh || !answer.answer) return;
      const { text, at } = answer.answer;
      await outbox.noteRead(call.seq, { when: 'after', question, text, at });
      const readBack = readBackOf(site.readBacks, call.operation);
      const by = readBack?.confirmedBy;
      if (!readBack || by === undefined || ruleSays(readBack, call, text) !== 'done') return;
      const before = call.readAnswers?.find(({ when }) => when === 'before');
      if (before && ruleSays(readBack, call, before.text) === 'done') return; // as it was already: that proves nothing
      const reason = callWords().ruledDone({ by, answer: text ?? '' });
      await outbox.decide(call.seq, { kind: 'ruledDone', reason, operator });
    } catch (error) {
      show({ fresh: false, reason: explain(error) });
    }
  }

  const isAsking = [...found.values()].includes('loading');
  useEffect(() => {
    if (hasNoGateway(gateway)) asked.current.clear();
    if (gateway !== 'reachable' || isAsking) return;
    const next = calls.find(
      (call) =>
        call.state === 'unconfirmed' &&
        !asked.current.has(call.seq) &&
        (isEach ? lookUpFor(call, site) : readBackOf(site.readBacks, call.operation)?.confirmedBy),
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

/** The meaning that the site's rule gives to a read that was made just now. */
export interface RuleShown {
  readonly says: 'done' | 'not-done';
  /** Unix ms of the read. */
  readonly at: number;
  /** Unix ms until which the call may still take effect. */
  readonly settlesAt: number;
  /** True where it is not done yet, and may be. */
  readonly isEarly: boolean;
}

/** Returns what the site's look-up shows of a call, as it is now; `undefined` where its rule is not sure. */
export function shownByRule(
  call: QueuedCall,
  readBacks: readonly ReadBack[],
  found: ReadBackFound | undefined,
): RuleShown | undefined {
  const readBack = readBackOf(readBacks, call.operation);
  if (!readBack || found === undefined || found === 'loading' || !found.fresh || !found.answer) return undefined;
  const { text, at } = found.answer;
  const says = ruleSays(readBack, call, text);
  if (says === undefined) return undefined;
  const settlesAt = (found.sentAt ?? call.changedAt) + SETTLES_WITHIN_MS;
  const isEarly = says === 'not-done' && at < settlesAt && settlesAt - at <= SETTLES_WITHIN_MS;
  return { says, at, settlesAt, isEarly };
}

/** Says what the site's look-up shows of a call; nothing where its rule is not sure. @param now - Unix ms */
export function readBackSaid(
  call: QueuedCall,
  readBacks: readonly ReadBack[],
  found: ReadBackFound | undefined,
  now: number,
): string | undefined {
  const shown = shownByRule(call, readBacks, found);
  if (!shown) return undefined;
  const { says, at } = shown;
  const { deliveryCode, storeCode } = Object.fromEntries(call.parameters);
  const fact =
    isPutBack(call) && deliveryCode && storeCode
      ? callWords().onShelf[says]({ delivery: deliveryCode, shelf: storeCode })
      : ruleFact(call, says);
  const age = now - at >= SAID_NOW_MS ? [lookUpWords().fresh({ ago: ago(now - at) })] : [];
  return [fact, ...age, ...doubts(call, readBacks, shown)].join(' ');
}

/** Says what is to be known beside how the object stands now: what the rule makes of that, and why it may not be the end. */
export function doubtSaid(call: QueuedCall, readBacks: readonly ReadBack[], shown: RuleShown): string {
  return [...(isPutBack(call) ? [] : [ruleFact(call, shown.says)]), ...doubts(call, readBacks, shown)].join(' ');
}

/** Tells whether how the object stands is said by the shelf that it is on. */
function isPutBack({ operation }: QueuedCall): boolean {
  return operation === 'RevertOff';
}

function ruleFact(call: QueuedCall, says: RuleShown['says']): string {
  return callWords().ruleSays[says]({ call: subjectOf(call) });
}

function doubts(
  { operation }: QueuedCall,
  readBacks: readonly ReadBack[],
  { says, settlesAt, isEarly }: RuleShown,
): readonly string[] {
  const at = shownTime(settlesAt, { timeStyle: 'medium', hourCycle: 'h23' });
  const isConfirmed = readBackOf(readBacks, operation)?.confirmedBy !== undefined;
  return [
    ...(isEarly ? [callWords().tooEarly({ at })] : []),
    ...(says === 'done' && !isConfirmed ? [callWords().ruleUnconfirmed] : []),
  ];
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
