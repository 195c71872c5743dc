import { fitsAnswer } from '#site/judging.ts';
import { type AnswerField, answerFields, piecesOf } from '#site/teaching.ts';

/** The most letters of a text without figures that is taught as a whole. */
const SHORT = 24;

/** A value of an answer, and the number of other answers that have it too. */
export interface TellingValue {
  readonly field: AnswerField;
  readonly also: number;
}

/** The values and words that tell an answer from the others that were seen. */
export interface Telling {
  readonly values: readonly TellingValue[];
  /** Values that all others have too: a rule of one reads them all alike, so none is chosen beforehand. */
  readonly shared: readonly AnswerField[];
  /** The choice that is made beforehand, where one is likely. */
  readonly chosen?: AnswerField | 'part' | 'whole';
  /** The likeliest word, also where it is not chosen; empty: there is none. */
  readonly piece: string;
}

/** Compares an answer with the others that were seen to its operation. Without others no value is chosen. */
export function tellingOf(text: string, others: readonly string[]): Telling {
  const all = answerFields(text)
    .filter(({ pointer }) => pointer !== '') // such a value is the whole text
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

/** Finds the first word that some other answer lacks. Words with a figure are left out, as they may be codes. */
function pieceThatTells(text: string, others: readonly string[]): string | undefined {
  const words = piecesOf(text).filter(({ text: word }) => /\p{L}/u.test(word) && !/\p{N}/u.test(word));
  return words.find(({ text: word }) => others.some((other) => !other.includes(word)))?.text;
}
