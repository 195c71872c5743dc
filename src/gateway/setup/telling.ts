import { fitsAnswer } from '#contract/answerRule.ts';
import { type AnswerField, answerFields, piecesOf } from '#contract/teaching.ts';

/** A text this short, without figures, is one by itself. */
const SHORT = 24;

/** A value of an answer, and in how many of the other answers it stands too. */
export interface TellingValue {
  readonly field: AnswerField;
  readonly also: number;
}

/** What of an answer tells it from the others that were seen. */
export interface Telling {
  readonly values: readonly TellingValue[];
  /** Values that all others have too: a rule of one would read them all alike. */
  readonly shared: readonly AnswerField[];
  /** What is chosen beforehand, where it is likely what tells; the likeliest piece even where it is not chosen. */
  readonly chosen?: AnswerField | 'part' | 'whole';
  readonly piece: string;
}

/** Compares an answer with the others that were seen of its operation. With none nobody knows what tells. */
export function tellingOf(text: string, others: readonly string[]): Telling {
  const all = answerFields(text)
    .filter(({ pointer }) => pointer !== '') // a value alone is the whole text
    .map((field) => {
      const { pointer: json, value: equals } = field;
      return { field, also: others.filter((other) => fitsAnswer({ json, equals }, other) === true).length };
    });
  const isShared = ({ also }: TellingValue): boolean => others.length > 0 && also === others.length;
  const values = all.filter((one) => !isShared(one));
  const likeliest = values.find(({ field }) => typeof field.value === 'boolean') ?? values.find(({ also }) => also > 0);
  const piece = others.length > 0 ? pieceThatTells(text, others) : undefined;
  const isWhole = text.length <= SHORT && !/[0-9]/.test(text) && all.length === 0;
  const ofText = isWhole ? 'whole' : piece !== undefined && all.length === 0 ? 'part' : undefined;
  const chosen = others.length > 0 && likeliest ? likeliest.field : ofText;
  const shared = all.filter(isShared).map(({ field }) => field);
  return { values, shared, ...(chosen !== undefined && { chosen }), piece: piece ?? '' };
}

/** The first word without a figure, as codes have, that some other answer lacks. */
function pieceThatTells(text: string, others: readonly string[]): string | undefined {
  const words = piecesOf(text).filter(({ text: word }) => /\p{L}/u.test(word) && !/\p{N}/u.test(word));
  return words.find(({ text: word }) => others.some((other) => !other.includes(word)))?.text;
}
