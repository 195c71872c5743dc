import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

/** Answers of live questions. */
export const lookUpWords = catalogue('lookUp', {
  asking: 'Asking the service…',
  answer: 'The service says',
  none: 'The service did not answer, and nothing was heard of it before.',
  notFresh: (ago: string) => `Heard ${ago}. The service does not answer now.`,
  fresh: (ago: string) => `Heard ${ago}.`,
  before: 'This is from before your action.',
  noGateway: 'The gateway does not answer.',
  again: 'Ask again',
  noText: 'The service answered with no text.',
  emptyText: 'The service answered with an empty text.',
  asSent: 'As the service sent it',
  yes: 'yes',
  no: 'no',
  nothing: '–',
  entry: (number: number) => String(number),
  many: (entries: number) => count(entries, 'entry', 'entries'),
  rest: (many: number) => `Show ${count(many, 'more line', 'more lines')}`,
});
