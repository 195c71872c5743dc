import { useState } from 'react';
import type { Card, CardFact, CardList, CardRow, CardValue } from '#contract/answer/answerCard.ts';
import { CodeOrText } from './CodeLink.tsx';
import { Button } from '#ui/Button.tsx';
import { wholeCodes } from '#ui/Code.tsx';
import { FactList } from '#ui/Facts.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

/** The first rows, in CSS pixels of the screen's height for each: what stands above and below them has its room too. */
const HEIGHT_OF_ROW = 160;
const MOST_FIRST_ROWS = 6;
const MORE_ROWS = 50;

/** Shows what matters in an answer, the largest on the screen: `EXISTS → D-1001`. */
export function Headline({ card: { headline } }: { readonly card: Pick<Card, 'headline'> }) {
  if (headline.length === 0) return null;
  return (
    <p className="card-headline" translate="no">
      {headline.map((part, index) => (
        <span className={colourOf(part)} key={part.label}>
          {index > 0 && (part.isCode ? ' → ' : ' · ')}
          {wholeCodes(part.text)}
          {/^\d+$/.test(part.text) && <small> {part.label}</small>}
        </span>
      ))}
    </p>
  );
}

function colourOf({ meaning }: CardValue): string | undefined {
  return meaning && `says-${meaning}`;
}

/** Shows the rest of an answer in the order of what matters: facts, then rows. */
export function AnswerCard({ card: { facts, lists } }: { readonly card: Card }) {
  return (
    <div className="stack card">
      {facts.length > 0 && <CardFacts facts={facts} />}
      {lists.map((list) => (
        <Rows list={list} key={list.label} />
      ))}
    </div>
  );
}

function CardFacts({ facts }: { readonly facts: readonly CardFact[] }) {
  return <FactList facts={facts.map((fact) => ({ label: fact.label, value: <Value of={fact} /> }))} />;
}

function Value({ of }: { readonly of: CardValue }) {
  if (of.isCode) return <CodeOrText text={of.text} />;
  return <span className={colourOf(of)}>{of.text}</span>;
}

function Rows({ list: { label, rows } }: { readonly list: CardList }) {
  const [shown, setShown] = useState(() => Math.min(MOST_FIRST_ROWS, Math.floor(innerHeight / HEIGHT_OF_ROW)));
  const left = rows.length - shown;
  return (
    <section className="card-rows" aria-label={label}>
      <h4 className="label">
        {label} · {rows.length}
      </h4>
      <ul>
        {rows.slice(0, shown).map((row, index) => (
          // Rows may be equal; the place is what tells them apart.
          <RowOf row={row} key={index} />
        ))}
      </ul>
      {left > 0 && <Button onClick={() => setShown(shown + MORE_ROWS)}>{words('answer').moreRows({ left })}</Button>}
    </section>
  );
}

/** One line for an entry; what else it has is opened beside it. */
function RowOf({ row: { code, state, quantity, rest, inside } }: { readonly row: CardRow }) {
  const [isOpen, setOpen] = useState(false);
  const hasMore = rest.length > 0 || inside.length > 0;
  return (
    <li className="card-row">
      <Value of={code} />
      {state && <Value of={state} />}
      {quantity !== undefined && <span className="card-quantity">{quantity}</span>}
      {hasMore && (
        <button
          type="button"
          className="card-more"
          aria-expanded={isOpen}
          aria-label={words('answer').more({ code: code.text })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={icons.more} />
        </button>
      )}
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
