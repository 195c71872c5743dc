import { languageTags } from '#contract/languages.ts';
import { type SchemaOf, among, list, named, object, record, text } from '#contract/schema.ts';
import { lookUpName } from './siteSchemaParts.ts';
import type { Language } from '#contract/languages.ts';

/** A word in the languages of the app. Where one is absent the first that is there stands for it. */
export type Worded = Readonly<Partial<Record<Language, string>>>;

const worded: SchemaOf<Worded> = {
  type: 'object',
  properties: Object.fromEntries(languageTags.map((tag) => [tag, { ...named, maxLength: 60 }])),
  additionalProperties: false,
};

/** The way to a member of an answer: names with dots between, from the top of the answer. */
const path = {
  ...text,
  pattern: '^[^.\\[\\]\\s][^.\\[\\]]*(?:\\.[^.\\[\\]\\s][^.\\[\\]]*)*$',
  'x-sentences': { pattern: 'expected names with dots between, such as bag.status, not “{value}”.' },
};

/** Words for the members of answers, by the name that the service gives them. */
export const labels = {
  ...record(worded),
  description: 'What a member of an answer is called on a screen, by its name in the answer.',
};

/** The colour of a state: absent, it is told in none. */
export const meanings = ['good', 'attention', 'bad'] as const;
export type Meaning = (typeof meanings)[number];

/** The shapes that a mark of paint is drawn in. */
const markShapes = ['dot', 'ring', 'stripe', 'cross'] as const;
export type MarkShape = (typeof markShapes)[number];

/** Words for the values of answers, such as states. */
export const states = list(
  object(
    {
      value: { ...text, description: 'As the answer has it; `true` and `false` for a yes and a no.' },
      member: { ...named, description: 'The member it stands in; absent: any.' },
      says: worded,
      meaning: among(meanings),
      paint: {
        ...text,
        pattern: '^#[0-9a-f]{6}$',
        description: 'The colour of the paint that it names.',
      },
      shape: among(markShapes),
    },
    ['value', 'says'],
  ),
  'What a value of an answer is called on a screen, and its colour; the first that fits.',
);

/** The cards of look-ups: one headline, a few facts, rows. */
export const cards = list(
  object(
    {
      operation: lookUpName,
      headline: {
        ...list(path, 'The members that matter, the largest on the screen; of a list its number.'),
        minItems: 1,
      },
      facts: list(path, 'Up to four more members, each with its label.'),
      rows: object(
        {
          at: { ...path, description: 'The list whose entries are the rows.' },
          code: { ...path, description: 'The code of an entry.' },
          state: path,
          quantity: path,
          first: list(text, 'Values of the state whose rows stand first.'),
        },
        ['at', 'code'],
      ),
    },
    ['operation', 'headline'],
  ),
  'What matters in the answer to a look-up; without one Scanline guesses by its shape.',
);
