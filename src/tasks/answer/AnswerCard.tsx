import { Fragment, useState } from 'react';
import type { Card, CardFact, CardList, CardRow, CardValue } from '#site/answer/answerCard.ts';
import { CodeOrText } from './CodeLink.tsx';
import { Button } from '#ui/Button.tsx';
import { wholeCodes } from '#ui/Code.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { answerWords } from '#i18n/words/answer.ts';

/** The first rows, in CSS pixels of the screen's height for each: what stands above and below them has its room too. */
const HEIGHT_OF_ROW = 190;
const MOST_FIRST_ROWS = 6;
const MORE_ROWS = 50;
/** A state or a place speaks for itself; a number does not. */
const NUMBER = /^\d+(?:[.,]\d+)?$/;
/** Letters of a state that have room beside any code. */
const ROOM_IN_ROW = 12;

/** Shows what matters in an answer, the largest on the screen: `EXISTS → D-1001`. */
export function Headline({ card: { headline, mark } }: { readonly card: Pick<Card, 'headline' | 'mark'> }) {
  if (headline.length === 0) return null;
  return (
    <div className="card-headline" translate="no">
      {mark && <span className={`paint-mark is-${mark.shape}`} style={{ color: mark.paint }} />}
      <p>
        {headline.map((part, index) => (
          <Fragment key={part.label}>
            {index > 0 && (part.isCode ? ' ' : ' · ')}
            <span className={colourOf(part)}>
              {index > 0 && part.isCode && '→\u00a0'}
              {(NUMBER.test(part.text) || (index === 0 && part.isCode)) && <small>{part.label} </small>}
              {part.isCode ? <CodeOrText text={part.text} /> : wholeCodes(part.text)}
            </span>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

function colourOf({ meaning }: CardValue): string | undefined {
  return meaning && `says-${meaning}`;
}

interface AnswerCardProps {
  readonly card: Card;
  /** True: the rows are there for whoever opens them. */
  readonly isAside?: boolean | undefined;
}

/** Shows the rest of an answer in the order of what matters: facts, then rows. */
export function AnswerCard({ card: { headline, facts, lists }, isAside }: AnswerCardProps) {
  return (
    <div className="stack card">
      {facts.length > 0 && <CardFacts facts={facts} />}
      {lists.map((list) =>
        isAside ? (
          <Fold title={nameOf(list)} key={list.label}>
            <Rows list={list} isNamed />
          </Fold>
        ) : (
          <Rows list={list} isNamed={headline.some(({ label }) => label === list.label)} key={list.label} />
        ),
      )}
    </div>
  );
}

function nameOf({ label, rows }: CardList): string {
  return `${label} · ${rows.length}`;
}

function CardFacts({ facts }: { readonly facts: readonly CardFact[] }) {
  return (
    <dl className="card-facts">
      {facts.map((fact, index) => (
        // Two members may have one label; the place is what tells them apart.
        <div key={index}>
          <dt className="hint">{fact.label}</dt>
          <dd translate="no">
            <Value of={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ of }: { readonly of: CardValue }) {
  if (of.isCode) return <CodeOrText text={of.text} />;
  return <span className={colourOf(of)}>{of.text}</span>;
}

interface RowsProps {
  readonly list: CardList;
  /** The headline has its name and number already. */
  readonly isNamed?: boolean;
}

function Rows({ list, isNamed = false }: RowsProps) {
  const { label, rows } = list;
  const [first] = useState(() => firstRows(rows.length));
  const [shown, setShown] = useState(first);
  const left = rows.length - shown;
  const more = left > 0 && (
    <Button onClick={() => setShown(shown + MORE_ROWS)}>{answerWords().moreRows({ left })}</Button>
  );
  return (
    <section className="card-rows" aria-label={label}>
      <div className={isNamed && !more ? 'vh' : 'card-head'}>
        <h4 className="label">{nameOf(list)}</h4>
        {shown === first && more}
      </div>
      <ul>
        {rows.slice(0, shown).map((row, index) => (
          // Rows may be equal; the place is what tells them apart.
          <RowOf row={row} isAlone={rows.length === 1} key={index} />
        ))}
      </ul>
      {shown > first && more}
    </section>
  );
}

/** Returns how many rows of so many stand there at first; a button for the last one is more to see than that row. */
function firstRows(many: number): number {
  const first = Math.min(MOST_FIRST_ROWS, Math.floor(innerHeight / HEIGHT_OF_ROW));
  return many === first + 1 ? many : first;
}

interface RowProps {
  readonly row: CardRow;
  readonly isAlone: boolean;
}

/** One line for an entry; what else it has is opened beside it. */
function RowOf({ row: { code, state, quantity, rest, inside }, isAlone }: RowProps) {
  const [isOpen, setOpen] = useState(isAlone && inside.length > 0);
  const isCut = state !== undefined && state.text.length > ROOM_IN_ROW;
  const hasMore = isCut || rest.length > 0 || inside.length > 0;
  return (
    <li className="card-row">
      <div className="card-line" data-cut={isOpen ? undefined : true}>
        <Value of={code} />
        {state && <Value of={state} />}
        {quantity !== undefined && <span className="card-quantity">{quantity}</span>}
        {hasMore && (
          <button
            type="button"
            className="card-more"
            aria-expanded={isOpen}
            aria-label={answerWords().more({ code: code.text })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon of={icons.more} />
          </button>
        )}
      </div>
      {isOpen && (
        <div className="card-inside">
          {rest.length > 0 && <CardFacts facts={rest} />}
          {inside.map((list) => (
            <Rows list={list} key={list.label} />
          ))}
        </div>
      )}
    </li>
  );
}
