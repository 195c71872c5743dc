import type { ReactElement } from 'react';
import { reads } from '#site/siteSchemaParts.ts';
import { type PageFacts, Refused } from '#office/pages/page.ts';
import type { Asking, Made, PersonPages } from '#office/people/personPages.ts';
import { type EnteredCard, cardFault, cardOfSite, membersIn, readCardForm, withCard } from './cardForm.ts';
import { CardPage } from './CardPage.tsx';
import { CardsPage } from './CardsPage.tsx';
import type { CameBack, SeenAnswers } from './seenAnswers.ts';
import { type SetupParts, putMembers } from './siteParts.tsx';
import { stepAt } from './stepFrame.tsx';
import { CARD_PATH, type CardAnswer } from './ToCard.tsx';

const CARDS = stepAt('cards');
const CARD = stepAt('cards', CARD_PATH);

/** Adds the step that says what matters in the answer to a look-up, from a real one and with its card beside it. */
export function addCardParts({ page, form }: PersonPages, parts: SetupParts, seen: SeenAnswers): void {
  const list = async ({ facts }: Pick<Asking, 'facts'>): Promise<ReactElement> => (
    <CardsPage facts={facts} site={parts.site()} seen={await answersSeen(seen)} />
  );
  page(CARDS, list);
  form(CARDS, (asking) => takeOut(asking, parts, () => list(asking)), list);
  page(CARD, () => ({ to: CARDS.path })); // for whoever reloads the form's address
  form(CARD, (asking) => keepCard(asking, parts), again);

  /** Shows the form as it was sent. */
  function again(asking: Asking): ReactElement | Promise<ReactElement> {
    const answer = answerIn(asking.fields);
    return answer ? shown(asking.facts, parts, answer, asking.fields) : list(asking);
  }
}

async function keepCard(asking: Asking, parts: SetupParts): Promise<Made> {
  const { facts, fields } = asking;
  const answer = answerIn(fields);
  if (!answer) return { to: CARDS.path };
  const found = membersIn(answer.text);
  if (!found) throw new Refused(facts.words.setup.card.noCard);
  if (fields['step'] !== 'keep') return shown(facts, parts, answer, fields);
  const entered = readCardForm(fields, found);
  const fault = cardFault(entered, facts.words.setup);
  if (fault !== undefined) throw new Refused(fault);
  const { labels, states, cards } = withCard(parts.site(), answer.operation, entered);
  const members = {
    labels: Object.keys(labels).length === 0 ? undefined : labels,
    states: states.length === 0 ? undefined : states,
    cards,
  };
  return putMembers(asking, parts, members, () => shown(facts, parts, answer, fields));
}

function shown(facts: PageFacts, parts: SetupParts, answer: CardAnswer, fields: Asking['fields']): ReactElement {
  const members = membersIn(answer.text) ?? { top: [], lists: [] };
  const site = parts.site();
  const entered: EnteredCard =
    fields['step'] === 'begin' ? cardOfSite(site, answer.operation, members) : readCardForm(fields, members);
  return <CardPage facts={facts} site={site} answer={answer} members={members} entered={entered} />;
}

function answerIn({ operation, text = '', subject = '' }: Asking['fields']): CardAnswer | undefined {
  const read = reads.find((name) => name === operation);
  return read && { operation: read, text: text.replace(/\r\n/g, '\n'), subject }; // a form sends a line feed so
}

/** Finds the answers of look-ups that a card can be made of, each once. */
async function answersSeen(seen: SeenAnswers): Promise<readonly CameBack[]> {
  return (await seen.all()).filter(({ operation, text }) => reads.includes(operation) && membersIn(text) !== undefined);
}

async function takeOut(asking: Asking, parts: SetupParts, list: () => Promise<ReactElement>): Promise<Made> {
  const { operation, rule } = asking.fields;
  const cards = parts.site().cards ?? [];
  const isSame = cards.some((one) => one.operation === operation && JSON.stringify(one) === rule);
  if (!isSame) return list(); // another page may have changed it meanwhile
  const left = cards.filter((one) => one.operation !== operation);
  return putMembers(asking, parts, { cards: left.length === 0 ? undefined : left }, list);
}
