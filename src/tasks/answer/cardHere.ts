import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type Card, type CardSite, captionOfMember, readCard, stateSaid } from '#site/answer/answerCard.ts';
import { language } from '#i18n/spoken.ts';
import { textAt } from '#i18n/textAt.ts';
import { answerWords } from '#i18n/words/answer.ts';
import { enteredWords } from '#i18n/words/entered.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';
import { objectWords } from '#i18n/words/object.ts';
import { answerValue } from '#ui/answerValue.ts';

type Site = Pick<SiteConfiguration, 'labels' | 'states' | 'cards' | 'imageHosts' | 'weightUnits'> &
  Partial<Pick<SiteConfiguration, 'fieldRules'>>;

/** Reads the answer to a look-up as a card, in the words of this handheld. @param subject - the code that was asked about */
export function cardOf(site: Site, operation: OperationName, subject: string, text: string): Card | undefined {
  return readCard(spoken(site), operation, subject, text);
}

/** Returns a member of an answer in words: its value alone where that is a state, else with its label. */
export function sayMember(site: Pick<Site, 'labels' | 'states'>, name: string, value: string): string {
  const state = stateSaid(spoken(site), name, value);
  if (state !== undefined) return state;
  if (name === 'openBags' && /^\d{1,9}$/.test(value)) return objectWords().openBags({ many: Number(value) });
  return `${captionHere(site, name)} ${value}`;
}

/** Returns what a person calls a member of an answer, or a parameter: the site's word, else the app's. */
export function captionHere(site: Pick<Site, 'labels'>, name: string): string {
  return captionOfMember(spoken(site), name);
}

function spoken(site: Site): CardSite {
  const { yes, no } = lookUpWords();
  return {
    ...site,
    words: {
      language: language(),
      yes,
      no,
      known: (name) => (name === 'entries' ? answerWords().entries : textAt(enteredWords(), name)),
    },
    valueIn: (text) => answerValue(text, site.imageHosts ?? []),
  };
}
