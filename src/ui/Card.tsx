import { Fragment, type ReactNode } from 'react';
import type { Card, CardFact, CardList, CardRow, CardValue, PaintMark } from '#site/answer/answerCard.ts';
import { wholeCodes } from './Code.tsx';

/** A list of so many rows is shown whole, such as a report of ten lines. */
export const WHOLE_ROWS = 10;

/** A state or a place speaks for itself; a number does not. */
const NUMBER = /^\d+(?:[.,]\d+)?$/;

/** Draws a code of an answer, such as with the way to its task. */
type CodeAs = (text: string) => ReactNode;

interface HeadlineProps {
  readonly card: Pick<Card, 'headline' | 'mark'>;
  readonly codeAs: CodeAs;
}

/** Shows what matters in an answer, the largest on the screen: `EXISTS → D-1001`. */
export function Headline({ card: { headline, mark }, codeAs }: HeadlineProps) {
  if (headline.length === 0) return null;
  return (
    <div className="card-headline" translate="no">
      {mark && <Mark {...mark} />}
      <p>
        {headline.map((part, index) => (
          <Fragment key={part.caption}>
            {index > 0 && (part.isCode ? ' ' : ' · ')}
            <span className={colourOf(part)}>
              {index > 0 && part.isCode && '→\u00a0'}
              {(NUMBER.test(part.text) || (index === 0 && part.isCode)) && <small>{part.caption} </small>}
              {part.isCode ? codeAs(part.text) : wholeCodes(part.text)}
            </span>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/** Draws the mark of paint in its own colour, which is an attribute: a page of the office takes no style of an element. */
function Mark({ paint, shape }: PaintMark) {
  return (
    <svg className={`paint-mark is-${shape}`} viewBox="0 0 100 100" color={paint} aria-hidden="true">
      {shape === 'dot' && <circle cx="50" cy="50" r="31" />}
      {shape === 'ring' && <circle cx="50" cy="50" r="28" fill="none" stroke="currentColor" strokeWidth="16" />}
      {(shape === 'stripe' || shape === 'cross') && <path d={SHAPES[shape]} />}
    </svg>
  );
}

const SHAPES = { stripe: 'M0 36h100v28H0z', cross: 'M15 38h70v24H15zM38 15h24v70H38z' } as const;

function colourOf({ meaning }: CardValue): string | undefined {
  return meaning && `says-${meaning}`;
}

interface CardFactsProps {
  readonly facts: readonly CardFact[];
  readonly codeAs: CodeAs;
}

/** Shows facts of an answer, each under its caption; nothing where there are none. */
export function CardFacts({ facts, codeAs }: CardFactsProps) {
  if (facts.length === 0) return null;
  return (
    <dl className="card-facts">
      {facts.map((fact, index) => (
        // Two members may have one caption; the place is what tells them apart.
        <div key={index}>
          <dt className="hint">{fact.caption}</dt>
          <dd translate="no">
            <Value of={fact} codeAs={codeAs} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ of, codeAs }: { readonly of: CardValue; readonly codeAs: CodeAs }) {
  return of.isCode ? codeAs(of.text) : <span className={colourOf(of)}>{of.text}</span>;
}

/** Returns what a list of an answer is called, with how many are in it. */
export function nameOfList({ caption, rows }: CardList): string {
  return `${caption} · ${rows.length}`;
}

interface CardRowsProps {
  readonly list: CardList;
  /** The headline has its name and number already. */
  readonly isNamed?: boolean;
  /** The way to more of them, beside the name; absent: all are shown, or it stands below. */
  readonly more?: ReactNode;
  readonly below?: ReactNode;
  /** A `CardLine` for each row that is shown. */
  readonly children: ReactNode;
}

/** Shows a list of an answer under its name. */
export function CardRows({ list, isNamed = false, more, below, children }: CardRowsProps) {
  return (
    <section className="card-rows" aria-label={list.caption}>
      <div className={isNamed && !more && !below ? 'vh' : 'card-head'}>
        <h4 className="label">{nameOfList(list)}</h4>
        {more}
      </div>
      <ul>{children}</ul>
      {below}
    </section>
  );
}

interface CardLineProps {
  readonly row: CardRow;
  readonly codeAs: CodeAs;
  /** The way to what else the entry has. */
  readonly more?: ReactNode;
  /** Present: it is open. */
  readonly inside?: ReactNode;
}

/** Shows an entry of a list in one line, and what is in it where it is open. */
export function CardLine({ row: { code, state, quantity }, codeAs, more, inside }: CardLineProps) {
  return (
    <li className="card-row">
      <div className="card-line" data-cut={inside ? undefined : true}>
        <Value of={code} codeAs={codeAs} />
        {(state ?? quantity) !== undefined && (
          <span className="card-says">
            {state && <Value of={state} codeAs={codeAs} />}
            {quantity !== undefined && <span className="card-quantity">{quantity}</span>}
          </span>
        )}
        {more}
      </div>
      {inside && <div className="card-inside">{inside}</div>}
    </li>
  );
}
