import { useState } from 'react';
import type { Card, CardList, CardRow } from '#site/answer/answerCard.ts';
import { codeOrText } from './CodeLink.tsx';
import { Button } from '#ui/Button.tsx';
import { CardFacts, CardLine, CardRows, WHOLE_ROWS, nameOfList } from '#ui/Card.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { answerWords } from '#i18n/words/answer.ts';

/** The first rows of a longer list, in CSS pixels of the screen's height for each: what stands above and below them has its room too. */
const HEIGHT_OF_ROW = 190;
const MOST_FIRST_ROWS = 6;
/** A screen that is lower, in CSS pixels, has no room for a whole list. */
const LOW_SCREEN = 600;
const MORE_ROWS = 50;
/** Letters of a state that have room beside any code. */
const ROOM_IN_ROW = 12;

interface AnswerCardProps {
  readonly card: Card;
  /** True: the rows are there for whoever opens them. */
  readonly isAside?: boolean | undefined;
}

/** Shows the rest of an answer in the order of what matters: facts, then rows. */
export function AnswerCard({ card: { headline, facts, lists }, isAside }: AnswerCardProps) {
  return (
    <div className="stack card">
      <CardFacts facts={facts} codeAs={codeOrText} />
      {lists.map((list) =>
        isAside ? (
          <Fold title={nameOfList(list)} key={list.caption}>
            <Rows list={list} isNamed />
          </Fold>
        ) : (
          <Rows list={list} isNamed={headline.some(({ caption }) => caption === list.caption)} key={list.caption} />
        ),
      )}
    </div>
  );
}

interface RowsProps {
  readonly list: CardList;
  /** The headline has its name and number already. */
  readonly isNamed?: boolean;
}

function Rows({ list, isNamed = false }: RowsProps) {
  const { rows } = list;
  const [first] = useState(() => firstRows(rows.length));
  const [shown, setShown] = useState(first);
  const left = rows.length - shown;
  const more = left > 0 && (
    <Button onClick={() => setShown(shown + MORE_ROWS)}>{answerWords().moreRows({ left })}</Button>
  );
  return (
    <CardRows list={list} isNamed={isNamed} more={shown === first && more} below={shown > first && more}>
      {rows.slice(0, shown).map((row, index) => (
        // Rows may be equal; the place is what tells them apart.
        <RowOf row={row} isAlone={rows.length === 1} key={index} />
      ))}
    </CardRows>
  );
}

/** Returns how many rows of so many stand there at first; a button for the last one is more to see than that row. */
function firstRows(many: number): number {
  if (many <= WHOLE_ROWS && innerHeight >= LOW_SCREEN) return many;
  const first = Math.min(MOST_FIRST_ROWS, Math.floor(innerHeight / HEIGHT_OF_ROW));
  return many === first + 1 ? many : first;
}

interface RowProps {
  readonly row: CardRow;
  readonly isAlone: boolean;
}

/** One line for an entry; what else it has is opened beside it. */
function RowOf({ row, isAlone }: RowProps) {
  const { code, state, rest, inside } = row;
  const [isOpen, setOpen] = useState(isAlone && inside.length > 0);
  const isCut = state !== undefined && state.text.length > ROOM_IN_ROW;
  const more = (isCut || rest.length > 0 || inside.length > 0) && (
    <button
      type="button"
      className="card-more"
      aria-expanded={isOpen}
      aria-label={answerWords().more({ code: code.text })}
      onClick={() => setOpen(!isOpen)}
    >
      <Icon of={icons.more} />
    </button>
  );
  const opened = isOpen && (
    <>
      <CardFacts facts={rest} codeAs={codeOrText} />
      {inside.map((list) => (
        <Rows list={list} key={list.caption} />
      ))}
    </>
  );
  return <CardLine row={row} codeAs={codeOrText} more={more} inside={opened} />;
}
