import { catalogue } from './language.ts';
import { count } from './words.ts';

/** Answers of the service: their parts. */
export const answerWords = catalogue('answer', {
  moreRows: (left: number) => `Show more: ${count(left, 'row is', 'rows are')} left`,
  whole: (letters: number) => `Show all ${count(letters, 'letter', 'letters')}`,
  picture: 'Picture of the answer',
  noPicture: 'The picture cannot be loaded now.',
});
