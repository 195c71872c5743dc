import { type ReactNode } from 'react';
import { type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';
import { KnownLink } from '#tasks/answer/KnownLink.tsx';
import { answerShort } from '#tasks/answer/answerShort.ts';
import { codeOfCall } from '#tasks/answer/knownAddress.ts';
import { refusalHere } from '#tasks/answer/refusalHere.ts';
import { markOf, subjectOf } from '#tasks/catalogue/callFacts.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { weightSaid } from '#tasks/weight/weightOf.ts';
import { Button } from '#ui/Button.tsx';
import { Code, wholeCodes } from '#ui/Code.tsx';
import { Failable } from '#ui/Failable.tsx';
import { Row } from '#ui/Row.tsx';
import { ago } from '#i18n/ago.ts';
import { whyOf } from '#i18n/whyOf.ts';
import { decidingWords } from '#i18n/words/deciding.ts';
import { mistakeSaid } from './mistakeSaid.ts';
import { useWaitsFor } from './useCalls.ts';

export interface CallRowProps {
  readonly call: QueuedCall;
  /** Unix ms. */
  readonly now: number;
  readonly name?: string | undefined;
  readonly said?: string | undefined;
  readonly actions?: ReactNode;
  readonly isLinked?: boolean | undefined;
  /** The reason is said elsewhere, once for several rows; `subject`: the state too. */
  readonly isShort?: boolean | 'subject' | undefined;
  readonly isNew?: boolean | undefined;
  /** `true`: a refusal leads to what is known of its thing. */
  readonly leadsToKnown?: boolean | undefined;
}

/** A call in a list: what it is about, where it stands, and the service's words in short where it is not done, or is a label. */
export function CallRow({
  call,
  now,
  name,
  said,
  actions,
  isShort,
  isLinked = true,
  isNew,
  leadsToKnown,
}: CallRowProps) {
  const { seq, result, trouble, changedAt } = call;
  const waitsFor = useWaitsFor(call);
  const { site } = useHandheld();
  const refusedCode = leadsToKnown && result?.verdict === 'refused' ? codeOfCall(call) : undefined;
  const weight = weightSaid(call, site());
  return (
    <Row
      mark={waitsFor === undefined ? markOf(call) : { ...markOf(call), mood: 'check' }}
      isMarkHeard={isShort === 'subject'}
      title={
        <>
          <Code text={subjectOf(call)} size="medium" />
          {weight !== undefined && <b className="row-weight">{weight}</b>}
        </>
      }
      note={
        <span>
          {name && `${name} · `}
          {ago(now - changedAt)}
        </span>
      }
      actions={
        waitsFor === undefined && refusedCode === undefined ? (
          actions
        ) : (
          <>
            {actions}
            {waitsFor !== undefined && (
              <Button href={`/queue/${waitsFor}`}>{decidingWords().decide({ seq: waitsFor })}</Button>
            )}
            <KnownLink code={refusedCode} />
          </>
        )
      }
      isNew={isNew}
      href={isLinked ? `/queue/${seq}` : undefined}
    >
      {!isShort && result?.text && (result.verdict !== 'accepted' || isPrint(call)) && <SaidInShort call={call} />}
      {!isShort && trouble && <span className="hint">{whyOf(trouble)}</span>}
      {waitsFor !== undefined && <strong>{decidingWords().waits({ seq: waitsFor })}</strong>}
      {said && <span>{said}</span>}
      {call.mistake && <strong>{mistakeSaid(call)}</strong>}
    </Row>
  );
}

const ROOM = 200;
/** The beginnings of an answer that is more than a text: JSON, a label, a PDF, a picture. */
const FORMED = /^\s*(?:[[{^%]|data:|JVBERi)/;

/** Stands for an answer that cannot be drawn: the call's own screen has it whole. */
const cannotBeDrawn = (): string => '…';

type Answered = { readonly call: Pick<QueuedCall, 'operation' | 'parameters' | 'result'> };

/** An answer in one line: in the workers' words where the site has them, else in the service's. */
function SaidInShort({ call }: Answered) {
  const said = refusalHere(useHandheld().site(), call.operation, call.result?.text);
  if (said !== undefined) return <span>{said}</span>;
  return (
    <span className="verbatim">
      <ShortAnswer call={call} />
    </span>
  );
}

/** JSON, a label or a picture, in one line. */
function FormedAnswer({ call }: Answered) {
  return answerShort(call);
}

function ShortAnswer({ call }: Answered) {
  const text = call.result?.text ?? '';
  if (!FORMED.test(text)) return wholeCodes(text.length <= ROOM ? text : `${text.slice(0, ROOM)}…`);
  return (
    <Failable renderFailed={cannotBeDrawn}>
      <FormedAnswer call={call} />
    </Failable>
  );
}
