import { PostForm } from '#office/pages/parts.tsx';
import { type CameBack, MOST_LETTERS } from './seenAnswers.ts';
import { type SetupProps, pathOfPart } from './setupPlaces.ts';

/** An answer that a card is made of, and the code that was asked about. */
export interface CardAnswer extends CameBack {
  readonly subject: string;
}

export const CARD_PATH = `${pathOfPart('cards')}/one`;

/** Leads by a button from an answer to its card; one sentence where it is too long for a form. */
export function ToCard({ texts, answer: { operation, text, subject } }: SetupProps & { readonly answer: CardAnswer }) {
  if (text.length > MOST_LETTERS) return <p className="hint">{texts.card.tooLong}</p>;
  return (
    <PostForm action={CARD_PATH} hidden={{ operation, text, subject, step: 'begin' }}>
      <button className="button">{texts.card.make}</button>
    </PostForm>
  );
}
