import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CardSite, readCard } from '#site/answer/answerCard.ts';
import { unknownSite } from '#site/site.ts';
import { type AnswerMembers, cardOfSite, membersIn, withCard } from './cardForm.ts';

const operation = 'GetLogisticsTransferMst';
const site: CardSite = {
  ...unknownSite,
  words: { language: 'en', yes: 'yes', no: 'no', known: () => undefined },
  valueIn: () => ({ kind: 'text' }),
};

const names = 'status bagStatus exists storeCode bagCode id name weight count note from __proto__ constructor'.split(
  ' ',
);
const value = fc.constantFrom('open', 'BAG-2001', '12', '0.5', 'true', 'a note', true, false, 7);
/** Of a few members, the first of any name. */
const someNames = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 6 });
const branch = (own: readonly string[]): fc.Arbitrary<object> =>
  fc
    .array(value, { minLength: own.length, maxLength: own.length })
    .map((values) => Object.fromEntries(own.map((name, at) => [name, values[at]])));
const rows = someNames.chain((own) => fc.array(branch(own), { maxLength: 3 }));
/** An answer that a site's rule can say all of: values, and a list of which all entries have the same. */
const answer = fc.tuple(someNames.chain(branch), fc.option(rows), fc.boolean()).map(([flat, list, isFirst]) => {
  const details = list ? { details: list } : {};
  return JSON.stringify(isFirst ? { ...details, ...flat } : { ...flat, ...details });
});

test('the card that the set-up begins with is the one that the handheld guesses, also when it is kept as a rule of the site', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        answer,
        rows.map((list) => JSON.stringify(list)),
      ),
      (text) => {
        const entered = cardOfSite(site, operation, membersIn(text) as AnswerMembers);
        const ruled = { ...site, ...withCard(site, operation, entered) };
        expect(readCard(ruled, operation, 'T-4001', text)).toEqual(readCard(site, operation, 'T-4001', text));
      },
    ),
  );
});
