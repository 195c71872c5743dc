import { CardFacts, CardLine, CardRows, WHOLE_ROWS, Headline } from '#ui/Card.tsx';
import { Code } from '#ui/Code.tsx';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { Card } from '#site/answer/answerCard.ts';
import type { SetupWords } from './setupPlaces.ts';

/** Letters of a text that the handheld draws as a picture or a label. */
const DRAWN_LETTERS = 120;

interface CardShownProps {
  readonly texts: SetupWords;
  /** Absent: the answer makes none. */
  readonly card: Card | undefined;
}

/** Shows a card as the handheld does. */
export function CardShown({ texts, card }: CardShownProps) {
  if (!card) return <p>{texts.card.noCard}</p>;
  const { headline, facts, drawn, lists } = card;
  return (
    <div className="stack">
      <Headline card={card} codeAs={codeAlone} />
      <CardFacts facts={facts} codeAs={codeAlone} />
      {drawn.map(({ text }, index) => (
        // Two may be equal; the place is what tells them apart.
        <p className="hint" key={index}>
          {texts.card.drawn({ text: withoutFiles(text).slice(0, DRAWN_LETTERS) })}
        </p>
      ))}
      {lists.map((list) => (
        <CardRows list={list} isNamed={headline.some(({ caption }) => caption === list.caption)} key={list.caption}>
          {list.rows.slice(0, WHOLE_ROWS).map((row, index) => (
            <CardLine row={row} codeAs={codeAlone} key={index} />
          ))}
        </CardRows>
      ))}
    </div>
  );
}

/** A code without a way to a task: nothing is begun here. */
function codeAlone(text: string) {
  return <Code text={text} />;
}
