import '#ui/styles/card.css';
import './answers.css';
import type { ReactNode } from 'react';
import type { OperationName } from '#contract/catalogue.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { Card, DrawnText } from '#site/answer/answerCard.ts';
import { cardOf } from './cardHere.ts';
import { AnswerCard } from './AnswerCard.tsx';
import { refusalHere } from './refusalHere.ts';
import { Headline } from '#ui/Card.tsx';
import { answerValue } from '#ui/answerValue.ts';
import { Verbatim, codeOrText } from './CodeLink.tsx';
import { KnownLink } from './KnownLink.tsx';
import { OutsideLink, Picture } from './Picture.tsx';
import type { LabelForm } from './Printout.tsx';
import { Failable, PartFailed } from '#ui/Failable.tsx';
import { Fold } from '#ui/Fold.tsx';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Problem } from '#ui/Problem.tsx';
import { ago } from '#i18n/ago.ts';
import { answerWords } from '#i18n/words/answer.ts';
import { labelWords } from '#i18n/words/label.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';
import { part } from '#ui/part.tsx';
import { useNow } from '#ui/useNow.ts';
import { icons } from '#ui/icons.ts';

/** A chunk of its own, with what draws bars: few answers have a label in them. */
const Printout = part(() => import('./Printout.tsx'), 'Printout');

/** The call whose answer is shown: by which rule it is read, and the code that stands on the screen already. */
export interface AskedAbout {
  readonly operation: OperationName;
  readonly subject: string;
  /** The code of the thing that it is about. @defaultValue the subject */
  readonly code?: string | undefined;
}

export interface AnswerSectionProps {
  readonly lookUp: 'none' | 'loading' | LookUp;
  readonly of: AskedAbout;
  readonly isBefore?: boolean | undefined;
  /** The headline stands in the head of the screen. */
  readonly hasHeadline?: boolean | undefined;
  /** True where something else is done first: its lists are there for whoever opens them. */
  readonly isAside?: boolean | undefined;
  /** Asks the same once more; absent: the screen has another button for it. */
  readonly onAgain?: () => void;
  readonly children?: ReactNode;
}

/** The part of a screen with what the service said; not there as long as nothing was asked. */
export function AnswerSection({ lookUp, isBefore, onAgain, children, ...how }: AnswerSectionProps) {
  if (lookUp === 'none') return null;
  const hasEnded = lookUp !== 'loading';
  const isShort = hasEnded && lookUp.fresh && Boolean(lookUp.answer?.text);
  return (
    <section className="stack" aria-label={lookUpWords().answer}>
      {isBefore && hasEnded && <p className="hint">{lookUpWords().before}</p>}
      <Answer lookUp={lookUp} {...how} {...(isShort && { onAgain })} />
      {children}
      {onAgain && hasEnded && !isShort && (
        <Button icon={icons.again} onClick={onAgain}>
          {lookUpWords().again}
        </Button>
      )}
    </section>
  );
}

type AnswerProps = Pick<AnswerSectionProps, 'of' | 'hasHeadline' | 'isAside' | 'onAgain'> & {
  readonly lookUp: 'loading' | LookUp;
};

/** The age up to which an answer needs no word about it, in milliseconds. */
const A_MINUTE_MS = 60_000;

/** Shows the service's answer as a card, with its age; loud where it is not fresh. */
export function Answer({ lookUp, ...how }: AnswerProps) {
  const now = useNow();
  if (lookUp === 'loading') return <p className="hint">{lookUpWords().asking}</p>;
  const { answer, fresh, reason, detail } = lookUp;
  const since = now - (answer?.at ?? 0);
  const age = ago(since);
  const heard = lookUpWords().fresh({ ago: age });
  const notFresh = reason === undefined ? lookUpWords().notFresh({ ago: age }) : `${heard} ${reason}`;
  return (
    <>
      {!fresh && <Problem text={answer ? notFresh : (reason ?? lookUpWords().none)} />}
      {detail !== undefined && <Fold title={lookUpWords().forIt}>{detail}</Fold>}
      {answer && <AnswerText text={answer.text} {...how} age={fresh && since >= A_MINUTE_MS ? heard : undefined} />}
    </>
  );
}

interface AnswerTextProps extends Pick<AnswerSectionProps, 'of' | 'hasHeadline' | 'isAside' | 'onAgain'> {
  readonly text: string | null;
  /** The time since it was heard, in words; absent: just now. */
  readonly age?: string | undefined;
}

/** Shows a result text of the service: what matters first, then all of it as it came. */
export function AnswerText({ text, ...how }: AnswerTextProps) {
  if (text === null || text === '') return <p>{text === null ? lookUpWords().noText : lookUpWords().emptyText}</p>;
  return (
    <Failable of={text} renderFailed={(again) => <AsItCame text={text} again={again} />}>
      <Readable text={text} {...how} />
    </Failable>
  );
}

function AsItCame({ text, again }: { readonly text: string; readonly again: () => void }) {
  return (
    <>
      <PartFailed again={again} />
      <Verbatim text={text} />
    </>
  );
}

function Readable({ text, of, age, onAgain, ...how }: AnswerTextProps & { readonly text: string }) {
  const { site } = useHandheld();
  const card = cardOf(site(), of.operation, of.subject, text);
  const value = answerValue(text, site().imageHosts ?? []);
  const refusal = refusalHere(site(), of.operation, text);
  const code = of.code ?? of.subject;
  const isAsItCame = !card && value.kind === 'text' && refusal === undefined;
  return (
    <>
      {refusal !== undefined && <p>{refusal}</p>}
      {card && <CardOf card={card} {...how} />}
      {!card && refusal === undefined && <Drawn text={text} value={value} />}
      {age !== undefined && <p className="hint">{age}</p>}
      {refusal !== undefined && <KnownLink code={code} />}
      <div className="answer-foot">
        {!isAsItCame && (
          <Fold title={lookUpWords().asSent}>
            <Verbatim text={text} />
          </Fold>
        )}
        {refusal === undefined && <KnownLink code={code} isSmall />}
        {onAgain && (
          <button type="button" className="card-more" aria-label={lookUpWords().again} onClick={onAgain}>
            <Icon of={icons.again} />
          </button>
        )}
      </div>
    </>
  );
}

interface CardOfProps extends Pick<AnswerSectionProps, 'hasHeadline' | 'isAside'> {
  readonly card: Card;
}

function CardOf({ card, hasHeadline, isAside }: CardOfProps) {
  const pictures = card.drawn.filter(isPicture);
  const others = card.drawn.filter((one) => !isPicture(one) && labelIn(one) === undefined);
  return (
    <>
      {!hasHeadline && <Headline card={card} codeAs={codeOrText} />}
      {pictures.length > 0 && (
        // What scrolls takes the keys, also where nothing in it does (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="card-pictures" aria-label={answerWords().pictures} tabIndex={0}>
          {pictures.map((one, index) => (
            <figure key={index}>
              <Drawn {...one} />
              <figcaption translate="no">
                {one.caption} {pictures.length > 1 && <small>{`${index + 1} / ${pictures.length}`}</small>}
              </figcaption>
            </figure>
          ))}
        </section>
      )}
      {others.map((one, index) => (
        <Drawn {...one} key={index} />
      ))}
      <Labels of={card.drawn} />
      <AnswerCard card={card} isAside={isAside} />
    </>
  );
}

const isPicture = ({ value }: DrawnText): boolean => value.kind === 'image';

/** Shows the labels of an answer, with one way to print them; nothing where it has none. */
function Labels({ of }: { readonly of: readonly DrawnText[] }) {
  const forms = of.flatMap((one) => labelIn(one) ?? []);
  return forms.length > 0 && <Printout forms={forms} />;
}

function labelIn({ value, text }: DrawnText): LabelForm | undefined {
  return value.kind === 'zpl' || value.kind === 'pdf' ? { value, text } : undefined;
}

/** Shows a text as what it is. */
function Drawn(drawn: DrawnText) {
  const { text, value, caption } = drawn;
  switch (value.kind) {
    case 'text':
      return <Verbatim text={text} />;
    case 'link':
      return <OutsideLink url={value.url} text={text} />;
    case 'image':
      return <Picture url={value.url} text={text} of={caption} />;
    case 'cut':
      return <Problem text={labelWords().cutOff} />;
    case 'zpl':
    case 'pdf':
      return <Labels of={[drawn]} />;
  }
}
