import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

/** Answers of the service: their parts. */
export const answerWords = catalogue('answer', {
  moreRows: (left: number) => `Show more: ${count(left, 'row is', 'rows are')} left`,
  whole: (letters: number) => `Show all ${count(letters, 'letter', 'letters')}`,
  picture: 'Picture of the answer',
  noPicture: 'The picture cannot be loaded now.',
});

/** Teaching what an answer means, by an answer that came. */
export const teachWords = catalogue('teach', {
  teach: 'Teach what this answer means',
  title: 'What does this answer mean?',
  verdict: 'It means',
  accepted: 'accepted',
  refused: 'refused',
  by: 'Known by',
  ways: { part: 'a piece of it', field: 'a value in it', whole: 'the whole text', pattern: 'a pattern' },
  part: 'Tap the first and the last word of the piece',
  partText: 'The piece, as it has to stand in an answer',
  field: 'Tap the value that tells',
  pattern: 'Regular expression',
  patternHint: 'Over the whole text. Begin with ^ where it stands at the start.',
  badPattern: 'This is no regular expression.',
  slowPattern: 'This may take too long on a long answer: begin with ^ and repeat little, or use a piece.',
  notHere: 'This does not fit the answer it is made from.',
  earlier: 'A rule of the site comes first for this answer, so nothing would change.',
  nothing: 'Choose what it means and what tells.',
  preview: (all: number) => `Of the last ${count(all, 'answer', 'answers')} kept here it`,
  previewOf: {
    accepted: (many: number) => `would call ${count(many, 'answer', 'answers')} accepted`,
    refused: (many: number) => `would call ${count(many, 'answer', 'answers')} refused`,
    unclassified: (many: number) =>
      many === 1 ? 'leaves 1 answer unclassified' : `leaves ${count(many, 'answer', 'answers')} unclassified`,
    known: (many: number) =>
      many === 1 ? 'leaves 1 answer to an earlier rule' : `leaves ${count(many, 'answer', 'answers')} to earlier rules`,
  },
  save: 'Keep this rule',
  cancel: 'No rule',
  kept: 'Kept. Answers from now on are read by it; those that are here stay as they are.',
  rules: 'Answer rules of this handheld',
  rulesHint: 'Made here from answers that came. The rules of the site come first.',
  none: 'None yet: open an answered call to make one.',
  everything: 'every operation',
  says: {
    contains: (text: string) => `holds “${text}”`,
    matches: (text: string) => `fits ${text}`,
    json: (pointer: string, value: string) => `${pointer} is ${value}`,
  },
  taught: (by: string, at: string) => `by user ${by}, ${at}`,
  remove: 'Remove',
  export: 'Save as a file for site.json',
  import: 'Take rules from a file',
  imported: (many: number) => `${count(many, 'rule', 'rules')} taken.`,
  unreadable: (why: string) => `The file holds no answer rules: ${why}`,
});
