import { createElement } from 'react';
import { type CardSite, readCard } from '#site/answer/answerCard.ts';
import { languages, languageTags } from '#contract/languages.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type Worded, meanings } from '#site/siteCards.ts';
import { type PageFacts, choice, escaped, field, postForm, sameNames, table } from '#office/pages/page.ts';
import { calledOf, enteredOf } from '#office/pages/pageWords.ts';
import { markupOf } from '#office/pages/markup.ts';
import { answerValue } from '#ui/answerValue.ts';
import { CardShown } from './CardShown.tsx';
import { type AnswerMembers, type EnteredCard, places, rowRoles, usualWord, choosable, withCard } from './cardForm.ts';
import { type CameBack, MOST_LETTERS } from './seenAnswers.ts';
import { type SetupWords, pathOfPart } from './setupFrame.ts';

/** An answer that a card is made of, and the code that was asked about. */
export interface CardAnswer extends CameBack {
  readonly subject: string;
}

export const CARD_PATH = `${pathOfPart('cards')}/one`;

/** Shows the cards that the site has rules for, and the answers that one can be made of. */
export function cardsPage(facts: PageFacts, site: SiteConfiguration, seen: readonly CameBack[]): string {
  const texts = facts.words.setup;
  const name = (operation: CameBack['operation']): string => escaped(calledOf(operation, facts.language) ?? operation);
  const kept = (site.cards ?? []).map((rule) => {
    const hidden = { operation: rule.operation, rule: JSON.stringify(rule) };
    const out = postForm(pathOfPart('cards'), hidden, `<button class="button">${texts.remove}</button>`);
    const ways = [...rule.headline, ...(rule.rows ? [rule.rows.at] : [])].join(', ');
    return `<li>${name(rule.operation)}: <code class="verbatim">${escaped(ways)}</code>${out}</li>`;
  });
  const rows = seen.map((one) => [
    name(one.operation),
    `<span class="verbatim" lang="en">${escaped(one.text.slice(0, 200))}</span>`,
    toCard(texts, { ...one, subject: '' }),
  ]);
  const answers =
    rows.length === 0
      ? `<p>${texts.card.noneSeen} <a href="${pathOfPart('read')}">${texts.pages.read}</a></p>`
      : table([facts.words.ledger.columns.operation, texts.said, ''], rows);
  const cards = kept.length === 0 ? `<p>${texts.card.none}</p>` : `<ol class="parts">${kept.join('')}</ol>`;
  return `<p>${texts.card.hint}</p><h2>${texts.card.rulesHead}</h2>${cards}<h2>${texts.card.seen}</h2>${answers}`;
}

/** Makes the button that leads from an answer to its card; one sentence where it is too long for a form. */
export function toCard(texts: SetupWords, { operation, text, subject }: CardAnswer): string {
  if (text.length > MOST_LETTERS) return `<p class="hint">${texts.card.tooLong}</p>`;
  return postForm(
    CARD_PATH,
    { operation, text, subject, step: 'begin' },
    `<button class="button">${texts.card.make}</button>`,
  );
}

/** Shows a card as it would be with what was entered, and beside it the form that says what matters in it. */
export function cardPage(
  facts: PageFacts,
  site: SiteConfiguration,
  answer: CardAnswer,
  members: AnswerMembers,
  entered: EnteredCard,
): string {
  const texts = facts.words.setup;
  const after = cardSite(facts, { ...site, ...withCard(site, answer.operation, entered) });
  const { operation, text, subject } = answer;
  const card = readCard(after, operation, subject, text);
  const shown = `<section class="panel card-shown" aria-label="${texts.card.card}">${markupOf(createElement(CardShown, { texts, card }))}</section>`;
  const order = [...entered.headline, ...entered.facts].join('\n');
  const form = postForm(CARD_PATH, { operation, text, subject, order }, cardForm(texts, after, members, entered));
  const name = escaped(calledOf(operation, facts.language) ?? operation);
  return `<h2>${name}</h2><div class="card-making">${shown}${form}</div>
<h2>${texts.said}</h2><pre class="verbatim" lang="en">${escaped(text)}</pre>`;
}

/** Gives a site's rules the words of the page, and an eye for what the handheld draws. */
function cardSite({ language, words: { setup } }: PageFacts, site: SiteConfiguration): CardSite {
  return {
    ...site,
    words: {
      language,
      yes: setup.yes,
      no: setup.no,
      known(name) {
        if (name === 'entries') return setup.card.entries;
        const word = enteredOf(name, language);
        return word === name ? undefined : word;
      },
    },
    valueIn: (text) => answerValue(text, site.imageHosts ?? []),
  };
}

function cardForm(texts: SetupWords, site: CardSite, members: AnswerMembers, entered: EnteredCard): string {
  const { card } = texts;
  const inPlace = (path: string): string | undefined =>
    places.find((place) => (place === 'fact' ? entered.facts : entered.headline).includes(path));
  const valueAt = new Map(members.top.map(({ path, value }) => [path, value]));
  const top = choosable(members, [...entered.headline, ...entered.facts]).map((path) =>
    choice(named(path, valueAt.get(path) ?? ''), `place:${path}`, card.places, {
      none: card.nowhere,
      chosen: inPlace(path),
    }),
  );
  const list = members.lists.find(({ path }) => path === entered.at);
  const inRow = (path: string): string | undefined => rowRoles.find((role) => entered.roles[role].includes(path));
  const rows = (list?.members ?? []).map(({ path, value }) =>
    choice(named(path, value), `role:${path}`, card.roles, { none: card.beside, chosen: inRow(path) }),
  );
  const lists = choice(card.list, 'at', sameNames(members.lists.map(({ path }) => path)), {
    none: card.noList,
    chosen: entered.at,
  });
  const states = (list?.members ?? []).filter(({ path }) => entered.roles.state.includes(path));
  const mayBeFirst = new Set(
    states.flatMap(({ path, name }) => (list?.values.get(path) ?? []).map((value) => `${name}=${value}`)),
  );
  const words = [...entered.labels].map(([name, word]) =>
    group(`<code class="verbatim">${escaped(name)}</code>`, worded(`word:${name}`, word, usualWord(site, name))),
  );
  const values = entered.values.map(({ member, value, says, meaning, isFirst }) => {
    const key = `${member}=${value}`;
    const colours = Object.fromEntries(meanings.map((one) => [one, card.meanings[one]]));
    const colour = choice(card.colour, `meaning:${key}`, colours, { none: card.noColour, chosen: meaning });
    const first = choice(card.first, `first:${key}`, { 1: texts.yes }, { none: texts.no, chosen: isFirst ? '1' : '' });
    return group(
      `<code class="verbatim">${escaped(`${member} = ${value}`)}</code>`,
      worded(`says:${key}`, says, '') + colour + (mayBeFirst.has(key) ? first : ''),
    );
  });
  const buttons = `<button class="button" name="step" value="show">${card.show}</button><button class="button button-primary" name="step" value="keep">${card.keep}</button>`;
  const parts = [
    group(card.members, `<div class="fields">${top.join('')}</div>`),
    members.lists.length === 0 ? '' : group(card.rows, `${lists}<div class="fields">${rows.join('')}</div>`),
    values.length === 0
      ? ''
      : `<details class="panel" open><summary class="button">${card.values}</summary>${values.join('')}</details>`,
    `<details class="panel"><summary class="button">${card.words}</summary>${words.join('')}</details>`,
  ];
  return parts.join('\n') + buttons;
}

function group(legend: string, inside: string): string {
  return `<fieldset><legend>${legend}</legend>${inside}</fieldset>`;
}

function named(path: string, value: string): string {
  const shown = value === '' ? '' : ` <span class="hint verbatim">${escaped(value.slice(0, 40))}</span>`;
  return `<code class="verbatim">${escaped(path)}</code>${shown}`;
}

function worded(key: string, word: Worded, usual: string): string {
  const fields = languageTags.map((tag) =>
    field(languages[tag], `${key}:${tag}`, {
      value: word[tag] ?? '',
      placeholder: usual || undefined,
      maxlength: 60,
      lang: tag,
    }),
  );
  return `<div class="fields">${fields.join('')}</div>`;
}
