import { among, list, named, object, record, text } from '#contract/schema.ts';
import { lookUpName } from './siteSchemaParts.ts';
import { worded } from './worded.ts';

/** The way to a member of an answer: names with dots between, from the top of the answer. */
const path = {
  ...text,
  pattern: '^[^.\\[\\]\\s][^.\\[\\]]*(?:\\.[^.\\[\\]\\s][^.\\[\\]]*)*$',
  'x-sentences': { pattern: 'expected names with dots between, such as bag.status, not “{value}”.' },
};

/** Words for the members of answers, by the name that the service gives them. */
export const labels = {
  ...record(worded),
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
      value: text,
      member: named,
      says: worded,
      meaning: among(meanings),
      paint: {
        ...text,
        pattern: '^#[0-9a-f]{6}$',
      },
      shape: among(markShapes),
    },
    ['value', 'says'],
  ),
);

/** The cards of look-ups: one headline, a few facts, rows. */
export const cards = list(
  object(
    {
      operation: lookUpName,
      headline: {
        ...list(path),
        minItems: 1,
      },
      facts: list(path),
      rows: object(
        {
          at: path,
          code: path,
          state: path,
          quantity: path,
          first: list(text),
        },
        ['at', 'code'],
      ),
    },
    ['operation', 'headline'],
  ),
);
