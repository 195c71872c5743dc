import type { ReactNode } from 'react';
import { type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';
import { ShortAnswer } from '#tasks/answer/ShortAnswer.tsx';
import { markOf, subjectOf } from '#tasks/catalogue/callFacts.ts';
import { Code } from '#ui/Code.tsx';
import { Row } from '#ui/Row.tsx';
import { ago } from '#i18n/ago.ts';
import { whyOf } from '#i18n/whyOf.ts';

/** Makes a link to a call's own screen; the app knows the addresses. */
export type CallLink = (seq: number, className: string, inside: ReactNode) => ReactNode;

export interface CallRowProps {
  readonly call: QueuedCall;
  readonly link: CallLink;
  /** Unix ms. */
  readonly now: number;
  /** What the call is called, in a list of several kinds. */
  readonly name?: string | undefined;
  /** More about it, under what the service said. */
  readonly said?: string | undefined;
  /** Buttons of its own. */
  readonly actions?: ReactNode;
}

/** A call in a list: what it is about, where it stands, and the service's words in short where it is not done, or is a label. */
export function CallRow({ call, link, now, name, said, actions }: CallRowProps) {
  const { seq, result, trouble, changedAt } = call;
  return (
    <Row
      mark={markOf(call)}
      title={<Code text={subjectOf(call)} size="medium" />}
      note={
        <span>
          {name && `${name} · `}#{seq} · {ago(now - changedAt)}
        </span>
      }
      actions={actions}
      link={(className, inside) => link(seq, className, inside)}
    >
      {result?.text && (result.verdict !== 'accepted' || isPrint(call)) && (
        <span className="verbatim">
          <ShortAnswer call={call} />
        </span>
      )}
      {trouble && <span className="hint">{whyOf(trouble)}</span>}
      {said && <span>{said}</span>}
    </Row>
  );
}
