import './call.css';
import { useEffect, useRef, useState } from 'react';
import { CallActions } from './CallActions.tsx';
import { CallHistory } from './CallHistory.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { useAppView, useHeldScans } from '#app/frame/useAppState.ts';
import { Pairs } from './Pairs.tsx';
import { PrintAgain } from './PrintAgain.tsx';
import { MistakeOf } from './Mistake.tsx';
import { NoteOf } from './NoteOf.tsx';
import { SwapCall } from './SwapCall.tsx';
import { shortId, toList, toRescue } from './queuePlaces.ts';
import { type ReadBackFound, CallReads, useReadBacks } from './LookItUp.tsx';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { goesToPrinter, isLabelDue } from '#outbox/state/label.ts';
import { isLeftToPrinter, labelSaid } from '#outbox/state/labelSaid.ts';
import { type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';
import { isOwn, owedTo, seqsOf } from '#outbox/state/owed.ts';
import { workerName } from '#device/workers.ts';
import { isOfDesk } from '#contract/decision.ts';
import { AnswerText } from '#tasks/answer/Answer.tsx';
import { Teach } from '#tasks/answer/Teach.tsx';
import { codeOfCall } from '#tasks/answer/knownAddress.ts';
import { LabelHanded, LabelOf, NotPrintedHere } from '#tasks/answer/labelOf.ts';
import { useWaitsFor } from '#tasks/calls/useCalls.ts';
import { markOf, subjectOf } from '#tasks/catalogue/callFacts.ts';
import { LabelAtPrinter } from '#tasks/print/LabelAtPrinter.tsx';
import { weightSaid } from '#tasks/weight/weightOf.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { Code } from '#ui/Code.tsx';
import { Failable } from '#ui/Failable.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Page, Section } from '#ui/Page.tsx';
import { StateMark } from '#ui/Row.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { whyOf } from '#i18n/whyOf.ts';
import { callWords } from '#i18n/words/call.ts';
import { decidingWords } from '#i18n/words/deciding.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';
import { printWords } from '#i18n/words/print.ts';
import { cameWith } from '#ui/Link.tsx';
import { navigate } from '#ui/router.ts';
import { QueueParts } from './QueueParts.tsx';
import { useIsWide } from '#ui/useIsWide.ts';
import { useInSight } from '#ui/useInSight.ts';
import { icons } from '#ui/icons.ts';
import { Button } from '#ui/Button.tsx';

/** One call: where it stands, what can be done about it, what is sent, and what was tried. */
export function CallScreen({ seq }: { readonly seq: number }) {
  const { outbox } = useHandheld();
  const isNumber = Number.isSafeInteger(seq);
  const call = useFresh(async () => (isNumber && (await outbox.get(seq))) || 'missing', String(seq));
  const isWide = useIsWide();
  useHeldScans();
  return (
    <Frame title={isNumber ? callWords().title({ seq }) : callWords().missing} back={toList()} offersScan>
      <Page beside={isWide && <QueueParts beside={seq} />}>
        {call === 'missing' ? <p>{callWords().missing}</p> : call && <CallParts call={call} />}
      </Page>
    </Frame>
  );
}

/** The one call that a person has to decide about, opened straight; the queue where it is none any more. */
export function NeedsScreen() {
  const { outbox, settings } = useHandheld();
  const { owed, revision } = useView(outbox);
  const [seq] = seqsOf(owedTo(settings().userId, owed).own, 'unconfirmed');
  useEffect(() => {
    if (revision === 0) return; // what is owed is not read yet
    navigate(seq === undefined ? '/queue' : `/queue/${seq}`, { replaces: true, state: history.state });
  }, [seq, revision]);
  return null;
}

function CallParts({ call }: { readonly call: QueuedCall }) {
  const { outbox, settings } = useHandheld();
  const { owed } = useView(outbox);
  const { seq } = call;
  // Another one's stays red: that one has not looked at it.
  const isUnseen = isOwn(settings().userId, call) && seqsOf(owed, 'refused', 'unclear').includes(seq);
  useEffect(() => {
    if (isUnseen) void outbox.seen([seq], settings().userId).catch(() => undefined); // the mark stays: it is looked at again
  }, [outbox, settings, isUnseen, seq]);
  const readBacks = useReadBacks([call], true);
  return (
    <>
      <Standing call={call} />
      <SwapCall call={call} />
      <CallActions call={call} readBacks={readBacks} />
      {call.state === 'waiting' && <Pairs seqs={[seq]} />}
      <Failable>{call.state === 'answered' && isPrint(call) && <PrintAgain call={call} />}</Failable>
      <Failable>
        <NoteOf call={call} />
      </Failable>
      <MistakeOf call={call} />
      <Past call={call} found={readBacks.found.get(seq)} />
    </>
  );
}

/** All that was sent, read and tried: behind a fold where a person is to decide first. */
function Past({ call, found }: { readonly call: QueuedCall; readonly found: ReadBackFound | undefined }) {
  if (call.state !== 'unconfirmed') return <CallHistory call={call} />;
  return (
    <Fold title={callWords().evidence}>
      <div className="stack">
        <CallReads call={call} found={found} />
        {call.trouble && <p>{whyOf(call.trouble)}</p>}
        <CallHistory call={call} />
      </div>
    </Fold>
  );
}

function Standing({ call }: { readonly call: QueuedCall }) {
  const { site } = useAppView();
  const { outbox, settings } = useHandheld();
  const { seq, operation, result, trouble, endedBy, handedOver, label } = call;
  const noteLabel = (stands: 'handed' | 'left'): void =>
    void outbox.changeLabel(seq, labelSaid(stands, settings().userId, Date.now())).catch(() => undefined); // it stays due
  const isLeft = label !== undefined && isLeftToPrinter(label);
  const waits = useWaitsFor(call);
  const weight = weightSaid(call, site);
  const mark = waits === undefined ? markOf(call) : { ...markOf(call), mood: 'check' as const };
  const nameOf = (userId: string): string => workerName(site.workers, userId);
  const place = useRef<HTMLHeadingElement>(null);
  const [opened] = useState(call.state);
  useInSight(place, call.state === opened ? undefined : call.state); // what was decided below has its word here
  return (
    <>
      <h2 className="filled call-head" ref={place}>
        <span className="label">{callName(call)}</span>
        <Code text={subjectOf(call)} size="medium" />
        {weight !== undefined && <b className="row-weight">{weight}</b>}
      </h2>
      <output className={`row standing is-${mark.mood}`}>
        <StateMark mark={mark} />
        {cameWith() && <span>{cameWith()}</span>}
        <span>{waits === undefined ? meaningOf(call) : decidingWords().waits({ seq: waits })}</span>
        {trouble && call.state !== 'unconfirmed' && <span>{whyOf(trouble)}</span>}
        {label?.operator !== undefined && (label.is === 'handed' || label.is === 'left') && (
          <span>{callWords().label[label.is]({ who: nameOf(label.operator) })}</span>
        )}
        {endedBy && <EndedBy {...endedBy} />}
        {handedOver && (
          <span>{callWords().handedOver({ who: nameOf(handedOver.operator), at: shownMoment(handedOver.at) })}</span>
        )}
      </output>
      {waits !== undefined && (
        <Button size="big" kind="primary" href={`/queue/${waits}`}>
          {decidingWords().decide({ seq: waits })}
        </Button>
      )}
      {handedOver && (
        <Button size="big" href={`${toRescue().to}/${handedOver.id}`} icon={icons.handOver}>
          {callWords().showHandOver({ id: shortId(handedOver.id) })}
        </Button>
      )}
      {label && (goesToPrinter(call) || label.job) && <LabelAtPrinter call={call} />}
      {result?.text !== undefined && (
        <Section title={callWords().answer}>
          <LabelOf value={isPrint(call) ? subjectOf(call) : undefined}>
            <LabelHanded value={label && !isLeft ? () => noteLabel('handed') : undefined}>
              <NotPrintedHere value={isLeft}>
                <AnswerText
                  text={result.text}
                  of={{ operation, subject: subjectOf(call), code: codeOfCall(call) ?? '' }}
                />
              </NotPrintedHere>
            </LabelHanded>
          </LabelOf>
          {isLabelDue(call) && (
            <Button size="big" onClick={() => noteLabel('left')}>
              {printWords().cancel}
            </Button>
          )}
          {result.text !== null && result.text !== '' && (
            <Failable>
              <Teach operation={operation} text={result.text} />
            </Failable>
          )}
        </Section>
      )}
    </>
  );
}

/** Shows who decided, and why; what the site's rule decided by is for IT. */
function EndedBy({ operator, reason }: NonNullable<QueuedCall['endedBy']>) {
  const { site } = useAppView();
  if (operator === '') return <Fold title={lookUpWords().forIt}>{reason}</Fold>;
  const { endedAtDesk, endedBy } = callWords();
  const by = isOfDesk(operator) ? endedAtDesk : endedBy({ who: workerName(site.workers, operator) });
  return <span>{[by, reason].filter((one) => one !== '').join(': ')}</span>;
}

/** One sentence about where the call stands, and what is to be done about it. */
export function meaningOf(call: QueuedCall): string {
  const { state, result, inDoubt, trouble } = call;
  const { meaning } = callWords();
  if (state === 'unconfirmed' && trouble?.code === 'said-not-done') return meaning.saidNotDone;
  if (call.label?.is === 'unknown') return meaning.labelUnknown;
  if (call.label?.is === 'refused') return meaning.labelRefused;
  if (goesToPrinter(call)) return meaning.labelPrinting;
  if (isLabelDue(call)) return meaning.label;
  if (state === 'answered') return meaning[result?.verdict ?? 'unclassified'];
  return meaning[state === 'waiting' && inDoubt ? 'doubt' : state];
}
